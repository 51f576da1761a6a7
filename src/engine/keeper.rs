//! Keeps an engine going for a worker: starts it, starts it anew after a fault, asks again, and gives up in the end.
//!
//! What cannot be had of one position costs that position only; what cannot be started is declared dead. Answers
//! after a new start may differ from what an undisturbed engine would have found, because it remembers nothing.

use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::chess::{CastlingMode, Move, Position};
use crate::engine::client::{Engine, Found, Launch, Limit};
use crate::engine::fault::{Fault, StartError};

/// How patient a [`Keeper`] is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How often a position is asked again after a fault.
    pub retries: u32,
    /// Starts that may fail one after the other before the engine is dead.
    pub starts: u32,
    /// The pause after the first fault; it doubles with each further one, and is varied by up to a half.
    pub pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// Makes the pauses of different workers differ.
    pub seed: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            retries: 1,
            starts: 3,
            pause: Duration::from_millis(200),
            longest_pause: Duration::from_secs(10),
            seed: 1,
        }
    }
}

/// What became of a position.
#[derive(Debug)]
pub enum Outcome {
    /// The engine's answer.
    Found(Found),
    /// It has no value; the last of the faults says why.
    Lost(Fault),
}

/// An engine that cannot be started, or is not to be.
#[derive(Debug, Error)]
#[error("{reason}{}", if *attempts > 1 { format!("; given up after {attempts} attempts") } else { String::new() })]
pub struct Dead {
    /// How often it was tried.
    pub attempts: u32,
    /// What the last attempt failed of.
    #[source]
    pub reason: StartError,
}

impl Dead {
    /// Whether this is because the whole run is to end.
    #[must_use]
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.reason, StartError::Cancelled { .. })
    }
}

/// What went wrong so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Troubles {
    /// Starts, the first one included.
    pub starts: u32,
    /// Faults of the engine; after most of them it was replaced.
    pub faults: u32,
    /// Positions without a value.
    pub lost: u32,
    /// Of those, how many in a row up to now.
    pub lost_in_a_row: u32,
}

/// An engine and whatever it takes to have one; like [`Engine`] it stays in its thread.
#[derive(Debug)]
pub struct Keeper {
    launch: Launch,
    policy: Policy,
    engine: Option<Engine>,
    name: Option<String>,
    /// The game to be analysed, and whether the engine knows of it.
    game: Option<(CastlingMode, bool)>,
    /// How many times as long as usual searches may take.
    longer: u32,
    troubles: Troubles,
    /// Faults that ended an engine, failed starts too, since the last answer.
    in_a_row: u32,
    random: u64,
}

impl Keeper {
    /// Keeps the engine of `launch`; it is started when it is needed first.
    #[must_use]
    pub fn new(launch: Launch, policy: Policy) -> Keeper {
        // Any number but 0 will do for the generator; the factor (2^64 by the golden ratio) sets seeds apart.
        let random = policy
            .seed
            .wrapping_add(1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .max(1);
        Keeper {
            launch,
            policy,
            engine: None,
            name: None,
            game: None,
            longer: 1,
            troubles: Troubles::default(),
            in_a_row: 0,
            random,
        }
    }

    /// The engine, started if it is not running.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(&mut self) -> Result<&mut Engine, Dead> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.start_anew()?,
        };
        Ok(self.engine.insert(engine))
    }

    /// The name of the engine; known once it has been started.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What went wrong so far.
    #[must_use]
    pub const fn troubles(&self) -> Troubles {
        self.troubles
    }

    /// Begins a new game; the engine is told with the first position.
    pub const fn new_game(&mut self, mode: CastlingMode) {
        self.game = Some((mode, false));
    }

    /// From now on searches may take so many times as long as usual; see [`Engine::set_longer`].
    pub const fn set_longer(&mut self, times: u32) {
        self.longer = times;
    }

    /// Looks for the best moves after `moves` have been played from `root`; see [`Engine::analyse`].
    ///
    /// # Errors
    ///
    /// If there is no engine any more. Anything less is [`Outcome::Lost`].
    pub fn analyse(
        &mut self,
        root: &Position,
        moves: &[Move],
        limit: &Limit,
        lines: usize,
    ) -> Result<Outcome, Dead> {
        let mut attempt = 0;
        loop {
            let fault = match self.attempt(root, moves, limit, lines)? {
                Ok(found) => {
                    self.in_a_row = 0;
                    self.troubles.lost_in_a_row = 0;
                    return Ok(Outcome::Found(found));
                }
                Err(fault) => fault,
            };
            self.troubles.faults += u32::from(fault.is_the_engines());
            self.in_a_row += u32::from(fault.ends_the_engine());
            if fault.ends_the_engine() || matches!(fault, Fault::Cancelled) {
                // Dropping it kills it.
                self.engine = None;
            } else if let Some((_, told)) = &mut self.game {
                // The second attempt begins with nothing remembered, whatever the fault was.
                *told = false;
            }
            if !fault.is_the_engines() || attempt >= self.policy.retries {
                self.troubles.lost += 1;
                self.troubles.lost_in_a_row += 1;
                return Ok(Outcome::Lost(fault));
            }
            attempt += 1;
        }
    }

    fn attempt(
        &mut self,
        root: &Position,
        moves: &[Move],
        limit: &Limit,
        lines: usize,
    ) -> Result<Result<Found, Fault>, Dead> {
        let game = self.game.filter(|(mode, _)| *mode == root.mode());
        let (mode, mut told) = game.unwrap_or((root.mode(), false));
        // A new engine knows of no game.
        told &= self.engine.is_some();
        let longer = self.longer;
        let engine = self.start()?;
        if !told && let Err(fault) = engine.new_game(mode) {
            return Ok(Err(fault));
        }
        engine.set_longer(longer);
        let answer = engine.analyse(root, moves, limit, lines);
        self.game = Some((mode, true));
        Ok(answer)
    }

    fn start_anew(&mut self) -> Result<Engine, Dead> {
        let mut attempts = 0;
        loop {
            self.pause();
            attempts += 1;
            self.troubles.starts += 1;
            match Engine::start(&self.launch) {
                Ok(engine) => {
                    self.name = Some(engine.name().to_owned());
                    return Ok(engine);
                }
                Err(reason) => {
                    self.in_a_row += 1;
                    let cancelled = self.launch.is_cancelled();
                    if cancelled || !reason.may_pass() || attempts >= self.policy.starts {
                        return Err(Dead { attempts, reason });
                    }
                }
            }
        }
    }

    /// Waits before the next start, the longer the more went wrong since the last answer.
    fn pause(&mut self) {
        if self.in_a_row == 0 {
            return;
        }
        let doubled = 1_u32 << (self.in_a_row - 1).min(16);
        let pause = self.policy.pause.saturating_mul(doubled);
        let pause = pause.min(self.policy.longest_pause);
        let pause = pause.mul_f64(0.5 + self.chance());
        let until = Instant::now() + pause;
        while !self.launch.is_cancelled() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    /// A number from 0 to 1 (the generator xorshift64 of Marsaglia, 2003).
    const fn chance(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Ends the engine, politely if it is willing.
    pub fn quit(self) {
        if let Some(engine) = self.engine {
            engine.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_differ_between_workers_and_not_between_runs() {
        let chances = |seed| {
            let policy = Policy {
                seed,
                ..Policy::default()
            };
            let mut keeper = Keeper::new(Launch::new("x"), policy);
            [keeper.chance(), keeper.chance(), keeper.chance()]
        };
        for seed in 0..100 {
            assert_eq!(
                chances(seed).map(f64::to_bits),
                chances(seed).map(f64::to_bits)
            );
            assert!(
                chances(seed)
                    .iter()
                    .all(|chance| (0.0..1.0).contains(chance))
            );
            assert_ne!(
                chances(seed).map(f64::to_bits),
                chances(seed + 1).map(f64::to_bits)
            );
        }
    }

    #[test]
    fn what_is_missing_is_dead_at_once() {
        let mut keeper = Keeper::new(Launch::new("/no/such/engine"), Policy::default());
        let dead = keeper
            .analyse(&Position::start(), &[], &Limit::depth(1), 1)
            .unwrap_err();
        assert_eq!(dead.attempts, 1);
        assert_eq!(dead.to_string(), "engine /no/such/engine not found");
    }
}
