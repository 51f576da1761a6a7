//! What restricts the side to move: attacked squares, checkers and pins, found once a node.

use crate::chess::attacks;
use crate::chess::lanes::{FourSets, Lanes};
use crate::chess::movegen::node::{KING, KNIGHT, Node, PAWN, Side, falling, rising, square};
use crate::chess::square::Square;

/// Sets of squares, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub(in crate::chess) struct Threats {
    pub(super) own: u64,
    pub(super) enemies: u64,
    pub(super) occupied: u64,
    pub(super) king: Square,
    /// Squares where the king would be in check, as far as he can go; his own square's cover is no
    /// cover. Of other squares nothing is said.
    pub(super) danger: u64,
    pub(in crate::chess) checkers: u64,
    /// Where men other than the king may go: anywhere, or where they answer a check (FIDE 3.9.1).
    pub(super) goal: u64,
    pub(in crate::chess) pinned: u64,
    /// Own men by the line that they are pinned on (FIDE 3.9.2), along which they may move.
    pub(super) pins: Lanes,
}

impl Node {
    /// Looks for threats to the king of `S`.
    ///
    /// An enemy slider's ray and the king's ray in the opposite direction meet on the squares between
    /// them, and on the one man who stands there: he is pinned if he is ours, and if the rays reach slider
    /// and king there is a check. So pins and checks of all lines come from four fills, without a loop.
    #[inline(always)]
    pub(in crate::chess) fn threats<S: Side>(&self) -> Threats {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let enemies = occupied & !own;
        let kings = self.men::<KING>();
        let king_set = kings & own;
        let king = square(king_set);
        let diagonal = self.diagonal_sliders() & enemies;
        let orthogonal = self.orthogonal_sliders() & enemies;
        let pawns = self.men::<PAWN>() & enemies;
        let knights = self.men::<KNIGHT>() & enemies;

        let pawn_captures = falling::<S>(king_set) | rising::<S>(king_set);
        let mut checkers = (attacks::knight(king).0 & knights) | (pawn_captures & pawns);
        let mut threats = Threats {
            own,
            enemies,
            occupied,
            king,
            danger: 0,
            checkers,
            goal: !0,
            pinned: 0,
            pins: Lanes::splat(0),
        };
        // Where the king can go or castle at all. A rook beside him may castle without a free square.
        let reach = attacks::king(king).0 & (!own | (self.castling & S::BACK_RANK));
        let snipers =
            (attacks::orthogonals(king).0 & orthogonal) | (attacks::diagonals(king).0 & diagonal);
        let mut between = 0;
        if reach | snipers != 0 {
            let sliders = Lanes::of_sliders(orthogonal, diagonal);
            // Through the king: behind him is no shelter.
            let open = Lanes::splat(!occupied | king_set);
            let (up, down) = (sliders.rays_up(open), sliders.rays_down(open));
            let enemy_king = square(kings & enemies);
            threats.danger = (up | down | Lanes::knight_jumps(knights)).union()
                | falling::<S::Other>(pawns)
                | rising::<S::Other>(pawns)
                | attacks::king(enemy_king).0;
            if snipers != 0 {
                let empty = Lanes::splat(!occupied);
                let from_king = Lanes::splat(king_set);
                let (king_up, king_down) = (from_king.rays_up(empty), from_king.rays_down(empty));
                let lines = (up & king_down) | (down & king_up);
                threats.pins = lines & Lanes::splat(own);
                threats.pinned = threats.pins.union();
                let slider_checks = ((king_up | king_down) & sliders).union();
                if slider_checks != 0 {
                    checkers |= slider_checks;
                    between = lines.union() & !occupied;
                }
            }
        }
        threats.checkers = checkers;
        if checkers != 0 {
            threats.goal = checkers | between;
        }
        threats
    }
}

impl Threats {
    /// Whether two men give check, so that only the king can move.
    #[inline(always)]
    pub(super) const fn double_check(&self) -> bool {
        self.checkers & self.checkers.wrapping_sub(1) != 0
    }
}
