//! `--dry-run`: how much there is to do, and how long it takes.

use std::io::{self, Write as _};

use crate::annotate::game::estimate;
use crate::annotate::settings::Settings;
use crate::annotate::verify::JUDGED;
use crate::commands::Exit;
use crate::commands::annotate::analyst::LONGER;
use crate::commands::annotate::{Options, watch};
use crate::commands::course::{self, Course, Crew, Input, Inputs};
use crate::pgn::split::Splitter;
use crate::stream::blocks::BlockReader;

/// Says what there is to do, and about how long it takes.
pub(super) fn dry_run(options: &Options, inputs: Inputs) -> anyhow::Result<Exit> {
    let mut count = Count::new(&options.settings, options.most);
    course::go_through(inputs, 1, options.progress, &mut count)?;
    let seconds = options.plan.seconds_a_position()?;
    // Of a judged move the positions before and behind it are looked at again.
    let again = if options.settings.verify {
        2 * count.positions / JUDGED as u64
    } else {
        0
    };
    let searches = count.positions + LONGER * again;
    let total = seconds * searches as f64 / options.jobs.max(1) as f64;
    let again = match again {
        0 => String::new(),
        again => format!(", about {again} of them twice"),
    };
    let mut out = io::stdout();
    let text = format!(
        "{}, {}, {} to value{again}\nabout {} with {}\n",
        course::plural(count.games, "game", "games"),
        course::plural(count.plies, "ply", "plies"),
        course::plural(count.positions, "position", "positions"),
        watch::duration(total),
        course::plural(options.jobs as u64, "engine", "engines"),
    );
    course::unless_closed(out.write_all(text.as_bytes()))?;
    Ok(if count.course.failed {
        Exit::Failed
    } else {
        Exit::Clean
    })
}

/// Counts what there is to do.
struct Count<'a> {
    settings: &'a Settings,
    most: Option<u64>,
    course: Course,
    games: u64,
    plies: u64,
    positions: u64,
}

impl<'a> Count<'a> {
    fn new(settings: &'a Settings, most: Option<u64>) -> Count<'a> {
        Count {
            settings,
            most,
            course: Course::new(),
            games: 0,
            plies: 0,
            positions: 0,
        }
    }
}

impl course::Run for Count<'_> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn read(&mut self, input: &mut Input<'_>, (_, progress): Crew<'_>) {
        let mut reader = BlockReader::new(&mut *input.reader);
        let mut buffer = Vec::new();
        loop {
            let block = match reader.next_block(buffer) {
                Ok(Some(block)) => block,
                Ok(None) => return,
                Err(error) => {
                    self.course.cannot_read(input.name, &error);
                    return;
                }
            };
            let mut splitter = Splitter::new(&block.data);
            while let Some(range) = splitter.next() {
                if self.most.is_some_and(|most| self.games >= most) {
                    return;
                }
                if let Some((positions, plies)) =
                    estimate(&block.data[range], splitter.head(), self.settings)
                {
                    self.games += 1;
                    self.plies += plies as u64;
                    self.positions += positions as u64;
                }
            }
            if self.course.go_on(Ok(()), progress).is_break() {
                return;
            }
            buffer = block.data;
        }
    }

    fn fail(&mut self, name: &str, error: &io::Error) {
        self.course.cannot_read(name, error);
    }
}
