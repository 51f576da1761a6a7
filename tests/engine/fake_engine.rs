//! A UCI engine that behaves as badly as it is told to; the tests of the UCI client talk to it.
//!
//! `fake_engine BEHAVIOUR [N] [MARKER…]` (N: at which search, how many megabytes or milliseconds); markers only tell its process apart. It is an example, because `cargo
//! test` builds examples and puts them where a test can find them, but nobody installs them. Its scores and moves
//! follow from the text of the `position` command alone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::exit,
    clippy::print_stderr,
    reason = "it may fail in any way"
)]

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use chesstool::chess::{CastlingMode, Move, Position};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let behaviour = args.first().map_or("ok", String::as_str);
    let number = args.get(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    match behaviour {
        "silent" | "child" => sleep(),
        "dies-at-start" => {
            eprintln!("loading the net\nthe net is missing");
            exit(3);
        }
        "never-reads" => {
            say("id name Deaf\nuciok\nreadyok\n");
            sleep();
        }
        _ => {}
    }
    let mut fake = Fake {
        behaviour: behaviour.to_owned(),
        number,
        searches: 0,
        position: String::new(),
        mode: CastlingMode::Standard,
        lines: 1,
        args,
    };
    while let Some(line) = hear() {
        fake.obey(&line);
    }
    fake.leave();
}

/// The next command.
fn hear() -> Option<String> {
    let mut line = String::new();
    let length = io::stdin().read_line(&mut line).unwrap();
    (length > 0).then(|| line.trim().to_owned())
}

struct Fake {
    behaviour: String,
    number: u32,
    searches: u32,
    position: String,
    mode: CastlingMode,
    lines: usize,
    args: Vec<String>,
}

impl Fake {
    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    /// Whether it misbehaves so, and the time for it has come.
    fn now(&self, behaviour: &str) -> bool {
        self.is(behaviour) && self.searches == self.number
    }

    fn obey(&mut self, line: &str) {
        match line.split(' ').next().unwrap() {
            "uci" => self.introduce(),
            "isready" if self.is("dies-before-ready") => {
                eprintln!("no memory for the table");
                exit(4);
            }
            "isready" if self.is("never-ready") => {}
            "isready" => self.tell("readyok"),
            "setoption" => self.set(line),
            "position" => line.clone_into(&mut self.position),
            "go" => self.go(line),
            "quit" => self.leave(),
            _ => {}
        }
    }

    fn leave(&self) {
        if self.is("late-quit") {
            thread::sleep(Duration::from_secs(30));
        }
        exit(0);
    }

    fn introduce(&self) {
        match self.behaviour.as_str() {
            "talks" => return self.tell("Hello, this is no chess engine"),
            "forks" | "forks-and-dies" => self.fork(),
            "garbage" => say_bytes(b"\xff\xfe loading \x00\x80\r\nid name\xff\noption\noption name \xc3\x28 type spin\n"),
            "wrong-options" => say(
                "option name Hash type spin default many min 5 max 2\noption name\noption name Threads type spin\n\
                 option name MultiPV type check default 3\noption name UCI_AnalyseMode type button\noption type name\n",
            ),
            _ => {}
        }
        self.tell("id name Fake 1.0");
        self.tell("id author nobody");
        if !self.is("wrong-options") {
            self.tell("option name Hash type spin default 16 min 1 max 1024");
            self.tell("option name MultiPV type spin default 1 min 1 max 3");
            self.tell("option name Style type combo default Solid var Solid var Very Risky");
            self.tell("option name Clear Hash type button");
        }
        if !self.is("no-960") {
            self.tell("option name UCI_Chess960 type check default false");
        }
        if !self.is("no-uciok") {
            self.tell("uciok");
        }
    }

    /// A child of its own, which keeps the output open.
    fn fork(&self) {
        let own = std::env::current_exe().unwrap();
        let mut child = Command::new(own);
        child
            .arg("child")
            .args(&self.args[1..])
            .stdin(Stdio::null());
        drop(child.spawn().unwrap());
    }

    fn set(&mut self, line: &str) {
        if let Some(value) = line.strip_prefix("setoption name UCI_Chess960 value ") {
            self.mode = match value {
                "true" => CastlingMode::Chess960,
                _ => CastlingMode::Standard,
            };
        }
        if let Some(value) = line.strip_prefix("setoption name MultiPV value ") {
            self.lines = value.parse().unwrap();
        }
    }

    fn go(&mut self, line: &str) {
        self.searches += 1;
        if self.now("dies-at") || self.now("forks-and-dies") {
            eprintln!("assertion failed");
            exit(5);
        }
        if self.now("hangs-at") {
            sleep();
        }
        if self.now("ignores-stop") || self.now("slow-without-score") {
            self.tell("info depth 1 score cp 1 lowerbound pv e2e4");
            return self.wait();
        }
        if self.is("slow") {
            thread::sleep(Duration::from_millis(self.number.into()));
        }
        if let Some(nodes) = line.strip_prefix("go nodes ")
            && self.is("as-slow-as-told")
        {
            // A node a millisecond.
            thread::sleep(Duration::from_millis(nodes.parse().unwrap()));
        }
        if self.is("floods") {
            self.flood();
        }
        if self.is("floods-for-ever") {
            loop {
                say(&"info depth 1 seldepth 1 score cp 1 nodes 20 pv e2e4 e7e5 g1f3\n".repeat(100));
            }
        }
        if self.is("huge-line") {
            say(&format!("info string {}\n", "x".repeat(20 << 20)));
            say(&format!(
                "info depth 1 score cp 1 pv {}\n",
                "e2e4 ".repeat(1 << 20)
            ));
        }
        self.answer(line);
    }

    /// After a `go` that is not answered.
    fn wait(&mut self) {
        while let Some(line) = hear() {
            match line.as_str() {
                "quit" => exit(0),
                "stop" if self.is("slow-without-score") => return self.tell("bestmove e2e4"),
                _ => {}
            }
        }
    }

    /// `number` megabytes of lines.
    fn flood(&self) {
        let line = "info depth 3 seldepth 4 multipv 1 score cp 3 nodes 200 time 1 pv e2e4 e7e5 g1f3 b8c6\n\
                    info depth 3 currmove e2e4 currmovenumber 1\nnonsense that nobody asked for\n";
        let megabyte = line.repeat((1 << 20) / line.len());
        for _ in 0..self.number {
            say(&megabyte);
        }
    }

    fn answer(&self, go: &str) {
        let position = self.read_position();
        let legal = position.legal_moves();
        if legal.is_empty() {
            self.tell("info depth 0 score cp 0");
            return self.tell("bestmove (none)");
        }
        let mut seed = hash(&self.position);
        let mut best = None;
        let mut heads: Vec<Move> = Vec::new();
        for rank in 1..=self.lines.min(legal.len()) {
            let score =
                i64::try_from(seed % 2001).unwrap() - 1000 - 10 * i64::try_from(rank).unwrap();
            let (mut words, mut at) = (String::new(), position);
            for ply in 0..4 {
                let choice: Vec<Move> = at
                    .legal_moves()
                    .into_iter()
                    .filter(|mv| ply > 0 || !heads.contains(mv))
                    .collect();
                let Some(&mv) = choice.get(seed as usize % choice.len().max(1)) else {
                    break;
                };
                seed = hash(&format!("{seed}"));
                if ply == 0 {
                    heads.push(mv);
                    best = best.or(Some(position.uci(mv)));
                }
                let _ = write!(words, " {}", at.uci(mv));
                at.play(mv);
            }
            self.line(rank, score, &words);
        }
        let best = best.unwrap();
        if self.is("slow-until-stop") || go.contains("infinite") {
            while hear().is_some_and(|line| line != "stop") {}
        }
        match self.behaviour.as_str() {
            "none" => self.tell("bestmove (none)"),
            "no-score" => self.tell("bestmove e2e4"),
            _ => self.tell(&format!("bestmove {best} ponder a1a1")),
        }
    }

    fn line(&self, rank: usize, score: i64, words: &str) {
        let (bound, words) = match self.behaviour.as_str() {
            "bounds-only" => (" lowerbound", words.to_owned()),
            "illegal-pv" => ("", format!("{words} a1a1 h8h8")),
            "none" | "no-score" => ("", String::new()),
            _ => ("", words.to_owned()),
        };
        let depth = if self.is("no-score") { "" } else { "depth 5 " };
        let nodes = 1000 * rank;
        self.tell(&format!(
            "info {depth}seldepth 7 multipv {rank} score cp {score}{bound} nodes {nodes} pv{words}"
        ));
        if self.is("garbage") {
            say_bytes(
                b"info string \xff\xfe\xfd\n\x80\x81 nothing\ninfo depth \xff score cp 3\n\n\n",
            );
        }
    }

    fn read_position(&self) -> Position {
        let mut words = self.position.split(' ').skip(1);
        let mut position = match words.next() {
            Some("fen") => {
                let fen: Vec<&str> = words.by_ref().take(6).collect();
                Position::from_fen(&fen.join(" "), self.mode).expect("a sound FEN")
            }
            _ => Position::start(),
        };
        for word in words.skip(1) {
            let legal = position.legal_moves();
            let mv = legal.iter().find(|mv| position.uci(**mv) == word);
            position.play(*mv.expect("a legal move"));
        }
        position
    }

    fn tell(&self, line: &str) {
        say(&format!(
            "{line}{}\n",
            if self.is("crlf") { "\r" } else { "" }
        ));
    }
}

fn say(text: &str) {
    say_bytes(text.as_bytes());
}

/// Writes; ends when nobody listens.
fn say_bytes(bytes: &[u8]) {
    let mut output = io::stdout().lock();
    if output
        .write_all(bytes)
        .and_then(|()| output.flush())
        .is_err()
    {
        exit(6);
    }
}

fn sleep() {
    thread::sleep(Duration::from_mins(2));
    exit(7);
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
