//! Games at random, made with another library: their text, and what it says.

use std::fmt::Write as _;

use serde_json::json;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    /// In PGN, in none of the usual ways.
    pub(super) text: String,
    /// The main line in UCI notation.
    pub(super) moves: Vec<String>,
    /// What is said of every ply, as JSON.
    pub(super) plies: Vec<String>,
    /// Words of the comment before the moves.
    pub(super) before: Vec<&'static str>,
}

const WORDS: [&str; 22] = [
    "good",
    "\"",
    "\\",
    "é",
    "☃",
    "Ωmega",
    "(",
    ")",
    "[",
    "]",
    "{",
    ";",
    "%",
    "$3",
    "1.",
    "e4",
    "1-0",
    "--",
    "--------------------------------------------------------------------",
    "'",
    "<b>",
    "\u{a0}x",
];
const COMMANDS: [&str; 4] = [
    "[%clk 0:01:00]",
    "[%eval 0.31]",
    "[%csl Gd4,Re5]",
    "[%cal Gd2d4]",
];
const STARTS: [&str; 6] = [
    // Pawns that are about to be something else.
    "1n2k3/P6P/8/8/8/8/p6p/1N2K3 w - - 3 40",
    "r3k2r/P6P/8/8/8/8/p6p/R3K2R b KQkq - 0 30",
    // En passant, legal and not.
    "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/8/5k2/8/4P3/4K2R w K - 98 120",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
];

/// Numbers that decide what comes; zeros at their end.
struct Tape<'a>(std::slice::Iter<'a, u16>);

impl Tape<'_> {
    fn below(&mut self, many: usize) -> usize {
        self.0
            .next()
            .map_or(0, |number| usize::from(*number) % many)
    }

    fn ended(&self) -> bool {
        self.0.len() == 0
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn words(&mut self, most: usize) -> Vec<&'static str> {
        (0..self.below(most + 1)).map(|_| self.of(&WORDS)).collect()
    }
}

/// What is said of a ply.
struct Ply {
    depth: u32,
    uci: String,
    nags: Vec<String>,
    comment: Vec<&'static str>,
    commands: Vec<&'static str>,
}

struct Maker<'a> {
    tape: Tape<'a>,
    mode: CastlingMode,
    text: String,
    plies: Vec<Ply>,
    before: Vec<&'static str>,
}

/// The game that a tape means.
pub(super) fn game(tape: &[u16]) -> Game {
    let mut maker = Maker {
        tape: Tape(tape.iter()),
        mode: CastlingMode::Standard,
        text: String::new(),
        plies: Vec::new(),
        before: Vec::new(),
    };
    maker.tags();
    let start = maker.start();
    maker.text.push('\n');
    if maker.tape.below(4) == 3 {
        maker.before = maker.tape.words(4);
        let words = maker.before.join(" ");
        writeln!(maker.text, "{{{words}}}").unwrap();
    }
    maker.line(start, 0, None);
    maker.text.push_str("*\n");
    let plies = maker.plies.iter().map(Ply::json).collect();
    let main = maker.plies.iter().filter(|ply| ply.depth == 0);
    Game {
        moves: main.map(|ply| ply.uci.clone()).collect(),
        plies,
        text: maker.text,
        before: maker.before,
    }
}

impl Ply {
    fn json(&self) -> String {
        let joined = |words: &[&str]| {
            let words = words.join(" ");
            if words.is_empty() {
                json!(null)
            } else {
                json!(words)
            }
        };
        let nags: Vec<&str> = self.nags.iter().map(String::as_str).collect();
        // As the columns stand, not sorted.
        format!(
            "{{\"variation_depth\":{},\"uci\":{},\"nags\":{},\"comment\":{},\"commands\":{}}}",
            self.depth,
            json!(self.uci),
            joined(&nags),
            // A space that does not break lines is a space between words in the table.
            joined(
                &self
                    .comment
                    .join(" ")
                    .split_whitespace()
                    .collect::<Vec<_>>()
            ),
            joined(&self.commands),
        )
    }
}

impl Maker<'_> {
    fn tags(&mut self) {
        for name in [
            "White",
            "Event",
            "Site",
            "Black",
            "Round",
            "Annotator",
            "Zz_1",
        ] {
            if self.tape.below(3) == 0 {
                continue;
            }
            let value = self.tape.words(3).join(self.tape.of(&["", " ", "  "]));
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(self.text, "[{name} \"{value}\"]").unwrap();
        }
        let date = self.tape.of(&["", "2024.02.29", "1924.??.??"]);
        if !date.is_empty() {
            writeln!(self.text, "[Date \"{date}\"]").unwrap();
        }
        if self.text.is_empty() {
            self.text.push_str("[Event \"?\"]\n");
        }
    }

    fn start(&mut self) -> Chess {
        let fen = match self.tape.below(4) {
            0 | 1 => return Chess::default(),
            2 => self.tape.of(&STARTS).to_owned(),
            _ => {
                self.mode = CastlingMode::Chess960;
                let (white, black) = (
                    back_rank(self.tape.below(960)),
                    back_rank(self.tape.below(960)),
                );
                writeln!(self.text, "[Variant \"Chess960\"]").unwrap();
                format!(
                    "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1",
                    black.to_ascii_lowercase()
                )
            }
        };
        writeln!(self.text, "[SetUp \"1\"]\n[FEN \"{fen}\"]").unwrap();
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(self.mode).unwrap()
    }

    /// A line of moves; `first` is the one that it is instead of.
    fn line(&mut self, mut position: Chess, depth: u32, instead: Option<Move>) {
        let length = if depth == 0 {
            usize::MAX
        } else {
            1 + self.tape.below(6)
        };
        let mut interrupted = true;
        for index in 0..length {
            if self.tape.ended() && index > 0 {
                return;
            }
            let before = position.clone();
            let Some(mv) = self.choose(&mut position, instead.filter(|_| index == 0)) else {
                return;
            };
            let number = before.fullmoves();
            match before.turn() {
                Color::White => write!(self.text, "{number}.").unwrap(),
                Color::Black if interrupted || self.tape.below(5) == 4 => {
                    write!(self.text, "{number}... ").unwrap();
                }
                Color::Black => {}
            }
            interrupted = false;
            self.text.push_str(&mv.1);
            self.plies.push(Ply {
                depth,
                uci: mv.2,
                nags: Vec::new(),
                comment: Vec::new(),
                commands: Vec::new(),
            });
            let ply = self.plies.len() - 1;
            for _ in 0..self.tape.below(8).saturating_sub(5) {
                let nag = (1 + self.tape.below(30)).to_string();
                write!(self.text, " ${nag}").unwrap();
                if !self.plies[ply].nags.contains(&nag) {
                    self.plies[ply].nags.push(nag);
                }
            }
            self.text
                .push_str(self.tape.of(&[" ", "\n", "\r\n", "\t", "  "]));
            interrupted |= self.comment(ply);
            if depth < 3
                && let Some(mv) = mv.0
            {
                for _ in 0..self.tape.below(12).saturating_sub(9) {
                    if before.legal_moves().len() < 2 {
                        break;
                    }
                    self.text.push('(');
                    self.line(before.clone(), depth + 1, Some(mv));
                    self.text.push_str(") ");
                    self.comment(ply);
                    interrupted = true;
                }
            }
        }
    }

    /// Plays a move: the move, none where nobody moves, its SAN and its UCI form.
    fn choose(
        &mut self,
        position: &mut Chess,
        instead: Option<Move>,
    ) -> Option<(Option<Move>, String, String)> {
        let mut legal = position.legal_moves();
        legal.retain(|mv| Some(*mv) != instead);
        if legal.is_empty() {
            return None;
        }
        if self.tape.below(60) == 59 && !position.is_check() {
            let passed = position.clone().swap_turn().ok()?;
            *position = passed;
            return Some((None, "--".to_owned(), "0000".to_owned()));
        }
        let special = |mv: &Move| mv.is_castle() || mv.is_promotion() || mv.is_en_passant();
        if self.tape.below(3) > 0 && legal.iter().any(special) {
            legal.retain(|mv| special(mv));
        }
        let mv = legal[self.tape.below(legal.len())];
        let uci = UciMove::from_move(mv, self.mode).to_string();
        let san = SanPlus::from_move_and_play_unchecked(position, mv).to_string();
        Some((Some(mv), san, uci))
    }

    fn comment(&mut self, ply: usize) -> bool {
        if self.tape.below(6) < 5 {
            return false;
        }
        let words = self.tape.words(6);
        let command = self.tape.below(3) == 2;
        let said = &mut self.plies[ply];
        let line = !command && self.tape.below(3) == 2;
        self.text.push(if line { ';' } else { '{' });
        for word in words {
            said.comment.push(word);
            self.text.push_str(word);
            self.text.push_str(if line {
                " "
            } else {
                self.tape.of(&[" ", "\n", "  "])
            });
        }
        if command {
            let command = self.tape.of(&COMMANDS);
            said.commands.push(command);
            self.text.push_str(command);
        }
        self.text.push_str(if line { "\n" } else { "} " });
        true
    }
}

/// A back rank of Chess960 by its number: bishops, queen, knights, and the king between his rooks.
fn back_rank(number: usize) -> String {
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some('B');
    rank[number / 4 % 4 * 2] = Some('B');
    let mut put = |place: usize, piece| {
        let mut free = rank.iter_mut().filter(|square| square.is_none());
        *free.nth(place).unwrap() = Some(piece);
    };
    put(number / 16 % 6, 'Q');
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let (first, second) = knights[number / 96];
    put(first, 'N');
    put(second - 1, 'N');
    for piece in ['R', 'K', 'R'] {
        put(0, piece);
    }
    rank.into_iter().flatten().collect()
}
