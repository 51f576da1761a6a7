//! One engine spoken to by UCI: started, told a position, listened to.
//!
//! Every wait has a deadline ([`Deadlines`]). After a fault that is the engine's own it is to be dropped, which kills
//! it; [`crate::engine::keeper`] does that. Only positions and moves that the rules engine has accepted are sent.

mod answer;
mod launch;
mod settings;

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::chess::{CastlingMode, Move, Position};
use crate::engine::fault::{Fault, Said, StartError};
use crate::engine::process::lines::quoted;
use crate::engine::process::{self, Heard, Process};
use crate::engine::reply::Reply;
use crate::engine::shim;
use crate::engine::spelling;

use answer::Gathered;
use settings::Options;

pub use answer::{FARTHEST_MATE, Found, Pv, Score};
pub use launch::{Deadlines, Launch, Limit};

/// The shortest look at what an engine has said.
const TICK: Duration = Duration::from_millis(100);

/// Characters of a name that are kept.
const LONGEST_NAME: usize = 200;

/// An engine that has introduced itself and is ready.
///
/// On Linux it ends with the thread that started it, if it was started with a shim; so it cannot leave its thread.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    name: String,
    author: String,
    options: Options,
    launch: Launch,
    /// The kind of game it was last told of.
    mode: Option<CastlingMode>,
    /// The lines it was last asked for.
    lines: usize,
    /// How many times as long as usual a search may take.
    longer: u32,
    spent: Duration,
    searches: u32,
    /// Neither `Send` nor `Sync`.
    stays: PhantomData<*const ()>,
}

/// Why a wait came to nothing.
enum Unheard {
    TimedOut,
    Ended,
    Cancelled,
}

impl Engine {
    /// Starts an engine, sets its options and waits until it is ready.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, is no UCI engine, lacks an option or refuses a value, or takes too long.
    pub fn start(launch: &Launch) -> Result<Engine, StartError> {
        let program = process::find(&launch.program)?;
        let process = Process::start(
            &program,
            &launch.args,
            launch.shim.as_deref(),
            launch.log.clone(),
        )?;
        let mut engine = Engine {
            process,
            name: String::new(),
            author: String::new(),
            options: Options::default(),
            launch: launch.clone(),
            mode: None,
            lines: 1,
            longer: 1,
            spent: Duration::ZERO,
            searches: 0,
            stays: PhantomData,
        };
        engine.introduce(&program)?;
        for command in engine.options.commands(&program, launch)? {
            engine.tell(&command);
        }
        engine.tell("isready");
        let ready = launch.deadlines.ready;
        match engine.wait(Instant::now() + ready, |reply| is_ready(&reply)) {
            Ok(()) => Ok(engine),
            Err(Unheard::TimedOut) => Err(StartError::NotReady {
                program,
                waited: ready,
            }),
            Err(Unheard::Ended) => Err(engine.died(program)),
            Err(Unheard::Cancelled) => Err(StartError::Cancelled { program }),
        }
    }

    /// From `uci` to `uciok`.
    fn introduce(&mut self, program: &Path) -> Result<(), StartError> {
        self.tell("uci");
        let waited = self.launch.deadlines.hello;
        let (mut name, mut author, mut options) = (None, None, Options::default());
        let heard = self.wait(Instant::now() + waited, |reply| {
            match reply {
                Reply::Id { field, value } if field == "name" => name = Some(value),
                Reply::Id { field, value } if field == "author" => author = Some(value),
                Reply::Option(option) => options.push(option),
                Reply::UciOk => return Some(()),
                _ => {}
            }
            None
        });
        self.options = options;
        self.author = quoted(&author.unwrap_or_default(), LONGEST_NAME);
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| {
            let stem = program.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        self.name = quoted(&name, LONGEST_NAME);
        let program = program.to_owned();
        match heard {
            Ok(()) => Ok(()),
            Err(Unheard::Ended) => Err(self.died(program)),
            Err(Unheard::Cancelled) => Err(StartError::Cancelled { program }),
            Err(Unheard::TimedOut) => {
                let said = Said(self.process.said());
                Err(if said.0.is_empty() {
                    StartError::SaysNothing { program, waited }
                } else {
                    StartError::SaysOther {
                        program,
                        waited,
                        said,
                    }
                })
            }
        }
    }

    fn died(&mut self, program: PathBuf) -> StartError {
        let end = self.process.end();
        if let Some(why) = shim::refused(&program, &end.stderr) {
            return StartError::Refused { program, why };
        }
        let said = Said(self.process.said());
        StartError::Died { program, end, said }
    }

    /// The name by which it introduced itself, or else that of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its author, as it says; may be empty.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The number of its process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Whether it has an option of that name.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.get(name).is_some()
    }

    /// Begins a new game: the engine forgets the one before.
    ///
    /// # Errors
    ///
    /// If it does not play such games, or is not ready in time.
    pub fn new_game(&mut self, mode: CastlingMode) -> Result<(), Fault> {
        let was_chess960 = self.mode == Some(CastlingMode::Chess960);
        let is_chess960 = mode == CastlingMode::Chess960;
        if was_chess960 != is_chess960 {
            match self.options.check("UCI_Chess960", is_chess960) {
                Some(command) => self.tell_or_fail(&command)?,
                None => {
                    return Err(Fault::NoChess960 {
                        engine: self.name.clone(),
                    });
                }
            }
        }
        self.mode = Some(mode);
        self.tell_or_fail("ucinewgame")?;
        self.tell_or_fail("isready")?;
        let waited = self.launch.deadlines.ready;
        match self.wait(Instant::now() + waited, |reply| is_ready(&reply)) {
            Ok(()) => Ok(()),
            Err(Unheard::TimedOut) => Err(Fault::NotReady {
                engine: self.name.clone(),
                waited,
            }),
            Err(unheard) => Err(self.lost(&unheard)),
        }
    }

    /// Looks for the best moves after `moves` have been played from `root`; a new game is begun first if none is.
    ///
    /// A position without legal moves is not sent: what is found is empty. `lines` above what the engine can tell
    /// are left out, silently.
    ///
    /// # Errors
    ///
    /// If the engine gives no usable answer in time; after [`Fault::ends_the_engine`] it must not be used any more.
    pub fn analyse(
        &mut self,
        root: &Position,
        moves: &[Move],
        limit: &Limit,
        lines: usize,
    ) -> Result<Found, Fault> {
        let (command, position) = spelling::position_command(root, moves)
            .map_err(|index| Fault::IllegalLine { ply: index + 1 })?;
        if !position.has_legal_move() {
            return Ok(Found::default());
        }
        if self.mode != Some(root.mode()) {
            self.new_game(root.mode())?;
        }
        let lines = lines.max(1);
        if lines != self.lines {
            let asked = u32::try_from(lines).unwrap_or(u32::MAX);
            if let Some(command) = self.options.spin("MultiPV", asked) {
                self.tell_or_fail(&command)?;
            }
            self.lines = lines;
        }
        // Whatever is still to be read belongs to a question that has been answered.
        self.process.forget();
        self.tell_or_fail(&command)?;
        self.tell_or_fail(&limit.command())?;
        self.listen(&position, limit)
    }

    /// Waits for the answer to `go`.
    fn listen(&mut self, position: &Position, limit: &Limit) -> Result<Found, Fault> {
        let begun = Instant::now();
        let deadlines = &self.launch.deadlines;
        let given = deadlines.for_position(limit, self.mean(), self.longer);
        let mut gathered = Gathered::new(self.lines);
        let mut answer = self.best_move(begun + given, &mut gathered);
        let stopped = matches!(answer, Err(Unheard::TimedOut));
        if stopped {
            self.tell_or_fail("stop")?;
            let until = Instant::now() + self.launch.deadlines.stop;
            answer = self.best_move(until, &mut gathered);
        }
        let engine = || self.name.clone();
        let best = match answer {
            Ok(best) => best,
            Err(Unheard::TimedOut) => {
                return Err(Fault::IgnoresStop {
                    engine: engine(),
                    waited: given,
                });
            }
            Err(unheard) => return Err(self.lost(&unheard)),
        };
        if stopped && !gathered.is_exact() {
            return Err(Fault::TooSlow {
                engine: engine(),
                waited: given,
            });
        }
        let time = begun.elapsed();
        let found = gathered.finish(position, &best);
        let mut found = found.ok_or_else(|| Fault::NoScore { engine: engine() })?;
        found.time = time;
        found.stopped = stopped;
        if !stopped {
            self.spent += time / self.longer;
            self.searches += 1;
        }
        Ok(found)
    }

    fn best_move(&mut self, until: Instant, gathered: &mut Gathered) -> Result<String, Unheard> {
        self.wait(until, |reply| match reply {
            Reply::Info(info) => {
                gathered.take(info);
                None
            }
            Reply::BestMove { best, .. } => Some(best),
            _ => None,
        })
    }

    /// From now on searches may take so many times as long as usual, and so may the answers to them.
    pub fn set_longer(&mut self, times: u32) {
        self.longer = times.max(1);
    }

    /// What positions took on average.
    fn mean(&self) -> Duration {
        self.spent.checked_div(self.searches).unwrap_or_default()
    }

    /// Asks the engine to end, and sees to it that it does.
    pub fn quit(mut self) {
        self.process.quit(self.launch.deadlines.quit);
    }

    /// Sends a line. One that is not taken is missed by the wait that follows.
    fn tell(&mut self, line: &str) {
        let _ = self.process.send(line);
    }

    fn tell_or_fail(&mut self, line: &str) -> Result<(), Fault> {
        if self.process.send(line) {
            return Ok(());
        }
        Err(Fault::NotReading {
            engine: self.name.clone(),
        })
    }

    /// Waits for the reply of which `pick` makes something.
    fn wait<T>(
        &mut self,
        until: Instant,
        mut pick: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, Unheard> {
        loop {
            if self.launch.is_cancelled() {
                return Err(Unheard::Cancelled);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.receive(left.min(TICK)) {
                Heard::Reply(reply) => {
                    if let Some(picked) = pick(reply) {
                        return Ok(picked);
                    }
                }
                Heard::End => return Err(Unheard::Ended),
                Heard::Silence => {}
            }
            // An engine that never pauses must not keep us from looking at the clock.
            if left.is_zero() {
                return Err(Unheard::TimedOut);
            }
        }
    }

    /// The fault behind a wait that ended before its time.
    fn lost(&mut self, unheard: &Unheard) -> Fault {
        match unheard {
            Unheard::Cancelled => Fault::Cancelled,
            Unheard::Ended | Unheard::TimedOut => Fault::Died {
                engine: self.name.clone(),
                end: self.process.end(),
            },
        }
    }
}

fn is_ready(reply: &Reply) -> Option<()> {
    (*reply == Reply::ReadyOk).then_some(())
}
