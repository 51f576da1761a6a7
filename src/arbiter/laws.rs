//! Which rules were in force.

/// A day as decimal digits, `20140701`, which grows with time.
pub type Day = u32;

/// Dead positions end a game since 1 July 1997 (then article 9.6; now 5.2.2), and a player does not lose on time
/// whose opponent cannot mate by any series of legal moves.
pub const DEAD_POSITIONS_SINCE: Day = 19_970_701;
/// Five appearances and 75 moves end a game since 1 July 2014 (9.6).
pub const AUTOMATIC_DRAWS_SINCE: Day = 20_140_701;
/// A draw is agreed once both players have moved, since 1 July 2017 (5.2.3); the Laws of 2014 had no such condition.
pub const AGREEMENT_AFTER_MOVES_SINCE: Day = 20_170_701;
/// He who resigns does not lose if his opponent cannot mate, since 1 January 2023 (5.1.2).
pub const DRAWN_RESIGNATION_SINCE: Day = 20_230_101;

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Laws {
    /// A position in which nobody can mate ends the game (5.2.2), and a player whose opponent cannot mate does not
    /// lose on time or by an illegal move (6.9, 7.5.5).
    pub dead_positions: bool,
    /// Five appearances and 75 moves end the game (9.6).
    pub automatic_draws: bool,
    /// Players may agree to a draw once both have moved (5.2.3), and not before.
    pub agreement_after_moves: bool,
    /// He who resigns does not lose if his opponent cannot mate (5.1.2).
    pub drawn_resignation: bool,
    /// A draw that can be claimed is taken as claimed, as some servers do: three appearances and 50 moves end the
    /// game.
    pub claimed: bool,
}

impl Laws {
    /// The Laws in force since 1 January 2023.
    pub const CURRENT: Laws = Laws {
        dead_positions: true,
        automatic_draws: true,
        agreement_after_moves: true,
        drawn_resignation: true,
        claimed: false,
    };
    /// The Laws from 1 July 1997 to 30 June 2014: nothing draws a game but a claim, where moves repeat themselves.
    pub const BEFORE_2014: Laws = Laws {
        dead_positions: true,
        automatic_draws: false,
        agreement_after_moves: false,
        drawn_resignation: false,
        claimed: false,
    };
    /// The current Laws, all draws claimed that can be.
    pub const CLAIMED: Laws = Laws {
        claimed: true,
        ..Laws::CURRENT
    };

    /// The Laws that were certainly in force on a day.
    ///
    /// ```
    /// use chesstool::arbiter::Laws;
    ///
    /// assert_eq!(Laws::on(20_240_501), Laws::CURRENT);
    /// assert!(!Laws::on(20_140_630).automatic_draws);
    /// assert!(Laws::on(20_140_701).automatic_draws);
    /// assert!(!Laws::on(19_970_630).dead_positions);
    /// assert!(!Laws::on(20_170_630).agreement_after_moves);
    /// ```
    #[must_use]
    pub const fn on(day: Day) -> Laws {
        Laws {
            dead_positions: day >= DEAD_POSITIONS_SINCE,
            automatic_draws: day >= AUTOMATIC_DRAWS_SINCE,
            agreement_after_moves: day >= AGREEMENT_AFTER_MOVES_SINCE,
            drawn_resignation: day >= DRAWN_RESIGNATION_SINCE,
            claimed: false,
        }
    }
}

impl Default for Laws {
    fn default() -> Laws {
        Laws::CURRENT
    }
}
