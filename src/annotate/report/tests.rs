//! Tests of whole pages.

use super::sample::{assert_balanced, critical, games};
use super::*;
use crate::annotate::outcome::{Critical, Eval, Side, Status};

fn page(games: &[Outcome], options: Options) -> String {
    let mut report = Report::html_with(Vec::new(), options);
    for game in games {
        report.add(game).unwrap();
    }
    let summary = Summary {
        title: "sample.pgn".to_owned(),
        tool: "chesstool 0.1.0".to_owned(),
        engine: "Built-in engine".to_owned(),
        budget: "100000 nodes a position".to_owned(),
        unfinished: None,
    };
    String::from_utf8(report.finish(&summary).unwrap()).unwrap()
}

#[test]
fn a_page_of_samples() {
    let games = games();
    let text = page(&games, Options::default());
    assert_balanced(&text);
    assert_eq!(text, page(&games, Options::default()), "the same bytes");
    assert_eq!(
        text.matches("<details").count(),
        6,
        "one a game with values"
    );
    assert_eq!(text.matches(" open>").count(), 1, "the first");
    assert_eq!(text.matches("class=graph").count(), 6);
    let grave = |c: &&Critical| c.judgement >= Judgement::Mistake;
    let boards: usize = games
        .iter()
        .map(|g| g.critical.iter().filter(grave).count())
        .sum();
    assert_eq!(text.matches("class=board").count(), boards);
    assert_eq!(text.matches("<script").count(), 1);
    assert!(
        text.find("class=all") < text.find("<details"),
        "the table comes first"
    );
    assert!(text.contains("Failed: the engine died twice at ply 12"));
    assert!(
        !text.contains("http://")
            && !text.contains("https://")
            && !text.replace("url(#", "").contains("url(")
    );
    assert!(text.contains("מלך שחור[U+202E]"));
}

#[test]
fn every_link_leads_somewhere() {
    let text = page(&games(), Options::default());
    for link in text.split("href=\"#").skip(1) {
        let name = link.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{name}\"")), "{name}");
    }
}

#[test]
fn a_page_without_games() {
    let text = page(&[], Options::default());
    assert_balanced(&text);
    assert!(!text.contains("id=\"games\""));
}

#[test]
fn a_page_is_bounded() {
    let games = games();
    let many: Vec<Outcome> = games.iter().cycle().take(800).cloned().collect();
    let options = Options {
        full_bytes: 200_000,
        lean_bytes: 400_000,
        most_bytes: 420_000,
        ..Options::default()
    };
    let text = page(&many, options);
    assert_balanced(&text);
    assert!(text.len() < 420_000 + 40_000, "{}", text.len());
    assert!(text.contains("class=board") && text.contains("<li>"));
    assert!(text.contains("this page shows"));
    assert!(text.contains("out of the table"));
    assert!(
        text.contains("<dt>Games</dt><dd>800</dd>"),
        "all are counted"
    );
    assert!(text.matches("<details").count() < text.matches("<tr><td>").count());
}

#[test]
fn one_game_is_bounded() {
    let long = "\u{202E}<".repeat(700);
    let game = Outcome {
        event: long.clone(),
        white: long.clone(),
        file: long.clone(),
        reason: Some(long.clone()),
        moves: vec![long.clone(); 5_000],
        evals: vec![Some(Eval::Cp(-17)); 5_000],
        critical: (1..=1_500)
            .map(|ply| Critical {
                played: long.clone(),
                best: long.clone(),
                text: long.clone(),
                line: vec![long.clone(); 30],
                ..critical(ply, Judgement::Blunder)
            })
            .collect(),
        ..Outcome::default()
    };
    let text = page(&[game], Options::default());
    assert_balanced(&text);
    assert!(text.len() < 1_000_000, "{}", text.len());
}

#[test]
fn lines_for_machines() {
    let mut report = Report::jsonl(Vec::new());
    for game in games() {
        report.add(&game).unwrap();
    }
    let out = report.finish(&Summary::default()).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 8);
}

#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut report = Report::html(Full);
    report.add(&games()[0]).unwrap();
    assert!(report.finish(&Summary::default()).is_err());
    assert!(Report::jsonl(Full).add(&games()[0]).is_err());
}

/// Numbers without rhyme or reason, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn text(&mut self) -> String {
        const PARTS: [&str; 24] = [
            "<script>alert(1)</script>",
            "</title>",
            "</style>",
            "\"",
            "'",
            "`",
            "<",
            ">",
            "&",
            "&lt;",
            "<!--",
            "-->",
            "]]>",
            "\0",
            "\u{202E}",
            "\u{2066}",
            "\r\n",
            " onload=x ",
            "javascript:",
            "e4",
            "//",
            "\u{FFFF}",
            "é",
            "<svg/onload=x",
        ];
        (0..self.below(6))
            .map(|_| {
                let wild = char::from_u32(self.below(0x11_0000) as u32).unwrap_or('\u{7f}');
                match self.below(4) {
                    0 => wild.to_string(),
                    _ => PARTS[self.below(PARTS.len() as u64) as usize].to_owned(),
                }
            })
            .collect()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    fn eval(&mut self) -> Eval {
        let value = (self.0 >> 20) as i32 >> self.below(32);
        if self.below(2) == 0 {
            Eval::Cp(value)
        } else {
            Eval::Mate(value)
        }
    }

    fn side(&mut self) -> Side {
        let strange = [50.0, f64::NAN, f64::INFINITY, -1e300][self.below(4) as usize];
        Side {
            accuracy: self.maybe(|_| strange),
            acpl: self.maybe(|r| r.0 as u32),
            inaccuracies: self.0 as u32,
            ..Side::default()
        }
    }

    fn fen(&mut self) -> String {
        match self.below(3) {
            0 => self.text(),
            1 => "8/1P4k1/8/8/8/8/3p1PPK/8 b - - 3 60".to_owned(),
            _ => format!(
                "8/8/8/k7/8/8/8/K7 {} {} - 0 {}",
                self.text(),
                self.text(),
                self.0
            ),
        }
    }

    fn critical(&mut self) -> Critical {
        let judgements = [
            Judgement::Inaccuracy,
            Judgement::Mistake,
            Judgement::Blunder,
        ];
        Critical {
            ply: [self.below(9) as u32, u32::MAX, 0][self.below(3) as usize],
            fen: self.fen(),
            played: self.text(),
            played_uci: self
                .maybe(Random::text)
                .unwrap_or_else(|| "d2d1q".to_owned()),
            best: self.text(),
            best_uci: self
                .maybe(Random::text)
                .unwrap_or_else(|| "a1a1".to_owned()),
            judgement: judgements[self.below(3) as usize],
            before: self.eval(),
            after: self.eval(),
            text: self.text(),
            line: (0..self.below(4)).map(|_| self.text()).collect(),
        }
    }

    fn outcome(&mut self) -> Outcome {
        Outcome {
            number: self.0,
            file: self.text(),
            event: self.text(),
            site: self.text(),
            date: self.text(),
            round: self.text(),
            white: self.text(),
            black: self.text(),
            result: self.text(),
            eco: self.maybe(Random::text),
            opening: self.maybe(Random::text),
            status: [Status::Annotated, Status::Annotated, Status::Failed][self.below(3) as usize],
            reason: self.maybe(Random::text),
            plies: self.0 as u32,
            start_fen: self.maybe(Random::fen),
            white_side: self.side(),
            black_side: self.side(),
            evals: (0..self.below(9))
                .map(|_| self.maybe(Random::eval))
                .collect(),
            moves: (0..self.below(9)).map(|_| self.text()).collect(),
            critical: (0..self.below(4)).map(|_| self.critical()).collect(),
            nodes: self.0,
            missing: self.0 as u32,
        }
    }
}

#[test]
fn no_text_breaks_out() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..300 {
        let games: Vec<Outcome> = (0..4).map(|_| random.outcome()).collect();
        let options = Options {
            full_bytes: random.below(40_000),
            ..Options::default()
        };
        let mut report = Report::html_with(Vec::new(), options);
        for game in &games {
            report.add(game).unwrap();
        }
        let summary = Summary {
            title: random.text(),
            tool: random.text(),
            engine: random.text(),
            budget: random.text(),
            unfinished: random.maybe(Random::text),
        };
        let text = String::from_utf8(report.finish(&summary).unwrap()).unwrap();
        assert_balanced(&text);
        assert_eq!(text.matches("<script").count(), 1);
    }
}

#[test]
fn the_script_is_the_one_that_the_page_allows() {
    let hash = format!("sha256-{}", base64(&sha256(style::SCRIPT.as_bytes())));
    assert_eq!(style::SCRIPT_HASH, hash, "set SCRIPT_HASH to the right one");
    assert!(!style::SCRIPT.contains("</") && !style::CSS.contains("</"));
}

/// The parts of the page that are the same for all add up to little.
#[test]
fn the_frame_is_small() {
    let text = page(&[], Options::default());
    assert!(text.len() < 32_000, "{}", text.len());
}

/// FIPS 180-4. The constants are the fractions of the roots of the first primes.
fn sha256(data: &[u8]) -> [u8; 32] {
    let primes: Vec<u64> = (2..312).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    let root = |prime: u64, power: u32, shift: u32| {
        // The largest x with x^power <= prime * 2^shift; its low 32 bits are the fraction.
        let target = u128::from(prime) << shift;
        let (mut low, mut high) = (0_u128, 1_u128 << 40);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle.pow(power) <= target {
                low = middle;
            } else {
                high = middle;
            }
        }
        low as u32
    };
    let constants: Vec<u32> = primes.iter().take(64).map(|&p| root(p, 3, 96)).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|&p| root(p, 2, 64)).collect();
    let mut message = data.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((data.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut words: Vec<u32> = block
            .chunks(4)
            .map(|bytes| u32::from_be_bytes(bytes.try_into().unwrap()))
            .collect();
        for i in 16..64 {
            let (a, b) = (words[i - 15], words[i - 2]);
            let small = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let large = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words.push(
                words[i - 16]
                    .wrapping_add(small)
                    .wrapping_add(words[i - 7])
                    .wrapping_add(large),
            );
        }
        let mut v = state.clone();
        for i in 0..64 {
            let large = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let one = [large, choice, constants[i], words[i]]
                .into_iter()
                .fold(v[7], u32::wrapping_add);
            let small = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(one);
            v[0] = one.wrapping_add(small).wrapping_add(major);
        }
        for (sum, word) in state.iter_mut().zip(v) {
            *sum = sum.wrapping_add(word);
        }
    }
    let bytes: Vec<u8> = state.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.try_into().unwrap()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk
            .iter()
            .fold(0, |bits, &byte| bits << 8 | usize::from(byte))
            << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let letter = LETTERS[bits >> (18 - 6 * i) & 63];
            text.push(if i <= chunk.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

/// The page of many games stays small enough to send: `CHESSTOOL_GAMES` says how many, and
/// `CHESSTOOL_PAGE` names a file to keep it in for a look at it in a browser.
#[test]
#[ignore = "the page of a thousand games"]
fn the_page_of_many_games() {
    let variable = |name| std::env::var(name).ok();
    let count: usize = variable("CHESSTOOL_GAMES").map_or(1000, |count| {
        count.parse().expect("CHESSTOOL_GAMES is a count")
    });
    let mut games: Vec<Outcome> = games().into_iter().cycle().take(count).collect();
    for (game, number) in games.iter_mut().zip(1..) {
        game.number = number;
    }
    let page = page(&games, Options::default());
    assert!(page.len() < 100_000 + 20_000 * count, "{}", page.len());
    if let Some(path) = variable("CHESSTOOL_PAGE") {
        std::fs::write(path, page).expect("CHESSTOOL_PAGE can be written");
    }
}
