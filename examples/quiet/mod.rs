//! Which positions an evaluation without search can tell the value of.

use chesstool::chess::{Position, Role};
use chesstool::engine::builtin::exchange::{captured, wins};

/// Whether no check stands, and nothing can be won at once by a capture or a promotion.
pub(crate) fn is_quiet(position: &Position) -> bool {
    !position.in_check()
        && !position.legal_moves().into_iter().any(|mv| {
            let takes = captured(position, mv).is_some() && wins(position, mv, 1);
            takes || mv.promoted() == Some(Role::Queen)
        })
}
