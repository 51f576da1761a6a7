//! How the page looks, and the few lines of script that sort its table.
//!
//! Colours come in pairs for light and dark screens. Judgements differ by shape as well as by colour, and the
//! colours are told apart by people who see few of them (the set of Okabe and Ito).

/// The style sheet. Rows of the table are grids of their own, so that a browser lays out those alone that are
/// in sight: as a plain table, 12,000 rows took 20 s to open and to sort.
pub(super) const CSS: &str = r#"
:root{color-scheme:light dark;--bg:#f7f7f5;--fg:#1c1e21;--mute:#585e68;--line:#d3d6db;--card:#fff;--stripe:#f1f3f5;
--link:#0a56a3;--ti:#00628f;--tm:#855300;--tu:#a8330f;--sl:#eceff4;--sd:#9dadc4;--area:#fdfdfd;--dark:#43474f;--gap:#b9bec6}
@media(prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#e7e8ea;--mute:#a2a8b1;--line:#3a3e45;--card:#1f2226;
--stripe:#262a2f;--link:#83bdf7;--ti:#74c7f7;--tm:#f2b63d;--tu:#ff8e6b;--sl:#c9d0db;--sd:#7f90aa;--area:#d6d9de;--dark:#33373e;--gap:#6a7079}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--bg);color:var(--fg);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.2rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .5rem}
h3{font-size:1rem;margin:1rem 0 .4rem}p{margin:.4rem 0}a{color:var(--link)}.mute,.none{color:var(--mute)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.totals{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.5rem;margin:1rem 0}
.totals div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .7rem}
.totals dt{font-size:.82rem;color:var(--mute)}.totals dd{margin:0;white-space:nowrap;font-size:1.25rem;font-variant-numeric:tabular-nums}
.i{color:var(--ti)}.m{color:var(--tm)}.u{color:var(--tu)}
.box{overflow:auto;max-height:75vh;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.all,.all thead,.all tbody{display:block}.all{min-width:66rem;font-size:.9rem;line-height:1.35}
.all tr{display:grid;border-bottom:1px solid var(--line);
grid-template-columns:3.9rem minmax(0,1.3fr) minmax(0,1.3fr) 6.3rem minmax(0,1.7fr) 4.6rem 4.2rem repeat(2,3.6rem 3.8rem 2.4rem 2.4rem 2.4rem)}
.all tbody tr{content-visibility:auto;contain-intrinsic-height:auto 2rem;background:var(--card)}
.all tbody tr:nth-child(even){background:var(--stripe)}
.all th,.all td{padding:.3rem .5rem;text-align:right}.all .t{text-align:left}.all .c{text-align:center}
.all [colspan="7"]{grid-column:span 7}.all [colspan="5"]{grid-column:span 5}.all .why{grid-column:span 10;text-align:left;color:var(--mute)}
.all thead{position:sticky;top:0;z-index:1;background:var(--stripe)}.all thead th{white-space:nowrap}
.all .s{border-left:1px solid var(--line)}.all .r{white-space:nowrap}
.all .f{background:var(--bg)!important}.all .f th{grid-column:1/-1;text-align:left;color:var(--mute);font-weight:600}.all [hidden]{display:none}
.all button{font:inherit;font-weight:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-decoration:underline dotted}
[aria-sort=ascending] button::after{content:" ▲"}[aria-sort=descending] button::after{content:" ▼"}
.game{content-visibility:auto;contain-intrinsic-size:auto 3rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0}
.game[open]{contain-intrinsic-size:auto 60rem}
summary{cursor:pointer;padding:.6rem .8rem}summary b{font-weight:600}summary .r{white-space:nowrap;padding:0 .3rem}summary .mute{font-size:.9rem}
.in-game{padding:0 .8rem .8rem}
.top{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
.top figure{flex:1 1 26rem;min-width:0;margin:0}
.sides{flex:0 1 auto;font-size:.95rem}.sides th,.sides td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid var(--line);font-weight:400}
.sides thead th{font-weight:600}.sides tbody th{text-align:left}
.graph{display:block;width:100%;height:11rem;overflow:visible;background:repeating-linear-gradient(45deg,var(--card) 0 5px,var(--gap) 5px 7px);border:1px solid var(--line)}
.dark{fill:var(--dark)}.light{fill:var(--area)}.mid{fill:none;stroke:#e8710a;stroke-width:1.3;stroke-dasharray:5 4;vector-effect:non-scaling-stroke}
.strips path{fill:#2f7de1;fill-opacity:0}.strips path:hover{fill-opacity:.35}
.numbers{font-size:11px;text-anchor:middle;fill:#111;stroke:#fff;stroke-width:3;paint-order:stroke;pointer-events:none}
.graph line{pointer-events:none}.gi{marker-end:url(#i)}.gm{marker-end:url(#m)}.gu{marker-end:url(#u)}symbol,marker{overflow:visible}.halo{fill:none;stroke:#fff;stroke-width:4.5}
.ki::before,.km::before,.ku::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.5em}
.ki::before{background:#56b4e9;border-radius:50%}.km::before{background:#e69f00;clip-path:polygon(50% 0,100% 100%,0 100%)}.ku::before{background:#d55e00}
.moves{font-size:.95rem;line-height:1.7}.moves b{font-weight:600}.moves .n{color:var(--mute)}.moves a{text-decoration-thickness:1px;color:inherit}
.moves span,.moves b,.line span{white-space:nowrap}
.crit{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17.5rem,100%),1fr));gap:1rem;margin:.5rem 0}
.crit figure{margin:0;border:1px solid var(--line);border-radius:.5rem;padding:.6rem;break-inside:avoid}
.crit figure p:last-child{margin-bottom:0}.crit h3{margin:0 0 .4rem}.crit .line{font-size:.9rem;color:var(--mute)}
.board{display:block;overflow:visible;width:100%;max-width:24rem;margin:0 auto}.sl{fill:var(--sl)}.sd{fill:var(--sd)}.frame{fill:none;stroke:#5b6576}
.co{font:11px system-ui,sans-serif;text-anchor:middle;fill:var(--mute)}
.last{fill:#e3c83a;fill-opacity:.5}
.Z,.wP,.wN,.wB,.wR,.wQ,.wK,.bP,.bN,.bB,.bR,.bQ,.bK{fill:none}.Z{marker-mid:url(#Z)}.wP{marker-mid:url(#wP)}.wN{marker-mid:url(#wN)}.wB{marker-mid:url(#wB)}.wR{marker-mid:url(#wR)}.wQ{marker-mid:url(#wQ)}.wK{marker-mid:url(#wK)}.bP{marker-mid:url(#bP)}.bN{marker-mid:url(#bN)}.bB{marker-mid:url(#bB)}.bR{marker-mid:url(#bR)}.bQ{marker-mid:url(#bQ)}.bK{marker-mid:url(#bK)}
.w{fill:#fff;stroke:#1d1d1f;--in:#1d1d1f}.b{fill:#33363c;stroke:#0d0d0f;--in:#e9eaec}.w,.b{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.in{fill:none;stroke:var(--in);stroke-width:1.3}.dot{fill:var(--in);stroke:none}
.ab,.ap{fill:none;stroke-width:6;stroke-linecap:butt;opacity:.85}.ab{stroke:#12803c}.ap{stroke:#c9260f;stroke-dasharray:8 4}
.head{stroke:none}.ab.head{fill:#12803c}.ap.head{fill:#c9260f}.ring{stroke-width:4}.new{fill:#fff;stroke-width:4;stroke-dasharray:none;opacity:1}.ap.new{stroke-dasharray:9 5}
.tag{display:inline-block;width:2.2em;height:.5em;vertical-align:.1em;margin-right:.3em;background:#12803c}
.tag.p{background:repeating-linear-gradient(90deg,#c9260f 0 .55em,transparent .55em .83em)}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}.defs{position:absolute;width:0;height:0}
@media(max-width:36rem){body{padding:.6rem}.graph{height:9rem}.in-game{padding:0 .6rem .6rem}.totals{grid-template-columns:repeat(auto-fill,minmax(6.6rem,1fr))}}
@media print{:root{color-scheme:light;--bg:#fff;--fg:#000;--mute:#444;--line:#bbb;--card:#fff;--stripe:#f4f4f4;--link:#000;--ti:#00628f;--tm:#855300;--tu:#a8330f;
--sl:#eceff4;--sd:#9dadc4;--area:#fdfdfd;--dark:#43474f;--gap:#b9bec6}
body{max-width:none;padding:0;font-size:10pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.box{max-height:none;overflow:visible}.all{min-width:0;font-size:7pt}.all tr{grid-template-columns:2.2rem minmax(0,1.3fr) minmax(0,1.3fr) 4.2rem minmax(0,1.7fr) 3.2rem 2.5rem repeat(2,2.2rem 2.2rem 1.3rem 1.3rem 1.3rem)}
.all tbody tr{content-visibility:visible}.all thead{position:static}.all th,.all td{padding:.1rem .15rem}
.game{content-visibility:visible}.game::details-content{content-visibility:visible;block-size:auto}
.crit{grid-template-columns:repeat(3,1fr)}.skip{display:none}}
"#;

/// Sorts the table at a click on a heading, and opens the game that a link leads to. Without it the page lacks
/// the sorting only.
pub(super) const SCRIPT: &str = r"
(function(){
function open(){
var e=location.hash.length>1&&document.getElementById(location.hash.slice(1)),d=e&&e.closest('details');
if(d&&!d.open){d.open=true;e.scrollIntoView()}}
addEventListener('hashchange',open);open();
var table=document.querySelector('.all'),body=table.tBodies[0],heads=table.querySelectorAll('th[data-c]');
[].forEach.call(body.rows,function(row,i){row.place=i});
function key(row,column,text){
var cell=row.cells[column],s=cell&&cell.className!=='why'?cell.textContent.trim():'';
if(s==='')return null;
if(text)return s.toLowerCase();
var n=parseFloat(s);return n===n?n:null}
heads.forEach(function(head){
var button=document.createElement('button'),column=+head.dataset.c,text=column>0&&column<6;
button.type='button';while(head.firstChild)button.appendChild(head.firstChild);head.appendChild(button);
button.addEventListener('click',function(){
var sort=head.getAttribute('aria-sort'),down=sort?sort==='ascending':column>5;
heads.forEach(function(h){h.removeAttribute('aria-sort')});
head.setAttribute('aria-sort',down?'descending':'ascending');
var rows=[].map.call(body.rows,function(row){
if(row.className==='f')row.hidden=column!==0||down;
return{row:row,key:column===0?row.place:row.className==='f'?null:key(row,column,text)}});
rows.sort(function(a,b){
if(a.key===null||b.key===null)return(a.key===null)-(b.key===null)||a.row.place-b.row.place;
var d=a.key<b.key?-1:a.key>b.key?1:0;return(down?-d:d)||a.row.place-b.row.place});
body.remove();rows.forEach(function(r){body.appendChild(r.row)});table.appendChild(body)})})
})()
";

/// SHA-256 of [`SCRIPT`], by which the page allows this script and no other.
pub(super) const SCRIPT_HASH: &str = "sha256-iQjA43SlBvyKvgLb4JaWAeTDFxHAyK0QZNjohCAScpc=";
