//! What the races run over: the main lines of real games, and positions out of them.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use chesstool::chess::{Position, San};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

/// A game's main line, in the canonical spelling.
pub(crate) type Line = Vec<String>;

/// Collects the main lines of games of standard chess that begin at the usual start.
#[derive(Default)]
struct Collector {
    lines: Vec<Line>,
}

impl Visitor for Collector {
    /// Whether the game begins at the usual start.
    type Tags = bool;
    type Movetext = Line;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }

    fn tag(&mut self, usual: &mut bool, name: &[u8], _value: RawTag<'_>) -> ControlFlow<()> {
        *usual &= name != b"FEN" && name != b"Variant";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, usual: bool) -> ControlFlow<(), Line> {
        if usual {
            ControlFlow::Continue(Line::new())
        } else {
            ControlFlow::Break(())
        }
    }

    fn begin_variation(&mut self, _line: &mut Line) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<()> {
        line.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) {
        self.lines.push(line);
    }
}

/// The main lines of a PGN file, of `testdata/sample.pgn` if none is named, each up to a move that is refused.
pub(crate) fn lines(file: Option<&str>) -> Vec<Line> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sample.pgn");
    let text = fs::read(file.map_or(sample.as_path(), Path::new)).unwrap();
    let mut collector = Collector::default();
    let mut reader = Reader::new(text.as_slice());
    while reader.read_game(&mut collector).unwrap().is_some() {}
    let mut lines = collector.lines;
    for line in &mut lines {
        let mut position = Position::start();
        let mut legal = 0;
        while let Some(mv) = line
            .get(legal)
            .and_then(|san| San::parse(san.as_bytes()))
            .and_then(|san| position.resolve(&san).ok())
        {
            line[legal] = position.san(mv).to_string();
            position.play(mv);
            legal += 1;
        }
        line.truncate(legal);
    }
    lines
}

/// A few hundred positions, evenly spread over the lines.
pub(crate) fn positions(lines: &[Line]) -> Vec<Position> {
    let plies: usize = lines.iter().map(Vec::len).sum();
    let step = (plies / 400).max(1);
    let mut positions = Vec::new();
    let mut ply = 0;
    for line in lines {
        let mut position = Position::start();
        for san in line {
            if ply % step == 0 {
                positions.push(position);
            }
            ply += 1;
            let san = San::parse(san.as_bytes()).unwrap();
            position.play(position.resolve(&san).unwrap());
        }
    }
    positions
}
