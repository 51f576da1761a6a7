//! Legal moves from threats: counted in sets, or visited one by one.

use std::ops::ControlFlow;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::Paths;
use crate::chess::lanes::{FourSets, Lanes};
use crate::chess::movegen::node::{
    BISHOP, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, back, each, falling, forward, rising,
    square,
};
use crate::chess::movegen::threats::Threats;

/// Is told of each legal move; squares are sets of one, but for `to` of [`Visit::normal`].
pub(in crate::chess) trait Visit {
    /// A man of role `CODE` may go to any square of `to`.
    fn normal<const CODE: u64>(&mut self, from: u64, to: u64) -> ControlFlow<()>;
    /// A pawn's first move over two squares.
    fn double_step(&mut self, from: u64, to: u64) -> ControlFlow<()>;
    /// A pawn reaches the last rank: four moves.
    fn promotion(&mut self, from: u64, to: u64) -> ControlFlow<()>;
    /// A capture en passant.
    fn en_passant(&mut self, from: u64, to: u64) -> ControlFlow<()>;
    /// Castling with a rook.
    fn castling(&mut self, king: u64, rook: u64) -> ControlFlow<()>;
}

/// Where pawns can go, by the kind of step.
struct PawnMoves {
    single: u64,
    double: u64,
    falling: u64,
    rising: u64,
}

impl Node {
    /// Number of legal moves of `S`.
    ///
    /// Rays of one direction never overlap, since each ends at the next man, so the moves of all sliders
    /// are the bits of eight sets. Pinned sliders start only on the lane of their line.
    #[inline(always)]
    pub(in crate::chess) fn count<S: Side>(&self) -> u32 {
        let threats = self.threats::<S>();
        let mut count = king_targets(&threats).count_ones();
        if threats.double_check() {
            return count;
        }
        let allowed = !threats.own & threats.goal;
        for from in each(self.men::<KNIGHT>() & threats.own & !threats.pinned) {
            count += (attacks::knight(square(from)).0 & allowed).count_ones();
        }
        let sliders = Lanes::of_sliders(
            self.orthogonal_sliders() & threats.own,
            self.diagonal_sliders() & threats.own,
        ) & (Lanes::splat(!threats.pinned) | threats.pins);
        let empty = Lanes::splat(!threats.occupied);
        let targets = Lanes::splat(allowed);
        count += (sliders.rays_up(empty) & targets).count_both(sliders.rays_down(empty) & targets);
        let pawns = self.pawn_moves::<S>(&threats);
        // A push and a capture of the falling diagonal never end on one square.
        count += pawns.single.count_ones()
            + pawns.double.count_ones()
            + pawns.falling.count_ones()
            + pawns.rising.count_ones();
        let promotions = (pawns.single | pawns.falling) & S::LAST_RANK;
        count += 3 * (promotions.count_ones() + (pawns.rising & S::LAST_RANK).count_ones());
        if threats.checkers == 0 && self.castling & S::BACK_RANK != 0 {
            count += self.castling_rooks::<S>(&threats).count_ones();
        }
        if self.en_passant != 0 {
            count += self.en_passant_captors::<S>(&threats).count_ones();
        }
        count
    }

    /// Whether `S` has a legal move. The king's are looked at first: he mostly has one.
    pub(in crate::chess) fn has_move<S: Side>(&self) -> bool {
        king_targets(&self.threats::<S>()) != 0 || self.count::<S>() > 0
    }

    /// Visits the legal moves of `S` until the visitor breaks.
    #[inline(always)]
    pub(in crate::chess) fn visit<S: Side>(&self, visit: &mut impl Visit) -> ControlFlow<()> {
        let threats = self.threats::<S>();
        let own = threats.own;
        let king = Bitboard::of(threats.king).0;
        visit.normal::<KING>(king, king_targets(&threats))?;
        if threats.double_check() {
            return ControlFlow::Continue(());
        }
        let allowed = Bitboard(!own & threats.goal);
        for from in each(self.men::<KNIGHT>() & own & !threats.pinned) {
            visit.normal::<KNIGHT>(from, (attacks::knight(square(from)) & allowed).0)?;
        }
        let occupied = Bitboard(threats.occupied);
        let line = |from: u64| {
            if from & threats.pinned == 0 {
                allowed
            } else {
                allowed & attacks::through(threats.king, square(from))
            }
        };
        for from in each(self.men::<BISHOP>() & own) {
            let to = attacks::bishop(square(from), occupied) & line(from);
            visit.normal::<BISHOP>(from, to.0)?;
        }
        for from in each(self.men::<ROOK>() & own) {
            let to = attacks::rook(square(from), occupied) & line(from);
            visit.normal::<ROOK>(from, to.0)?;
        }
        for from in each(self.men::<QUEEN>() & own) {
            let to = attacks::queen(square(from), occupied) & line(from);
            visit.normal::<QUEEN>(from, to.0)?;
        }
        let pawns = self.pawn_moves::<S>(&threats);
        for to in each(pawns.single) {
            visit_pawn::<S>(visit, back::<S>(to), to)?;
        }
        for to in each(pawns.double) {
            visit.double_step(back::<S>(back::<S>(to)), to)?;
        }
        // The way back along a diagonal is the opponent's way forward.
        for to in each(pawns.falling) {
            visit_pawn::<S>(visit, falling::<S::Other>(to), to)?;
        }
        for to in each(pawns.rising) {
            visit_pawn::<S>(visit, rising::<S::Other>(to), to)?;
        }
        if threats.checkers == 0 && self.castling & S::BACK_RANK != 0 {
            for rook in each(self.castling_rooks::<S>(&threats)) {
                visit.castling(king, rook)?;
            }
        }
        if self.en_passant != 0 {
            for from in each(self.en_passant_captors::<S>(&threats)) {
                visit.en_passant(from, self.en_passant)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves<S: Side>(&self, threats: &Threats) -> PawnMoves {
        let pawns = self.men::<PAWN>() & threats.own;
        let free = !threats.pinned;
        let [_, falling_pins, file_pins, rising_pins] = threats.pins.sets();
        let empty = !threats.occupied;
        let single = forward::<S>(pawns & (free | file_pins)) & empty;
        let double = forward::<S>(single & S::STEP_RANK) & empty;
        let captured = threats.enemies & threats.goal;
        PawnMoves {
            single: single & threats.goal,
            double: double & threats.goal,
            falling: falling::<S>(pawns & (free | falling_pins)) & captured,
            rising: rising::<S>(pawns & (free | rising_pins)) & captured,
        }
    }

    /// Rooks with which `S`, not in check, can castle now (FIDE 3.8.2).
    #[inline(always)]
    fn castling_rooks<S: Side>(&self, threats: &Threats) -> u64 {
        let mut legal = 0;
        for rook in each(self.castling & S::BACK_RANK) {
            if self.can_castle::<S>(threats, rook) {
                legal |= rook;
            }
        }
        legal
    }

    #[inline(always)]
    fn can_castle<S: Side>(&self, threats: &Threats, rook: u64) -> bool {
        let corner = rook & (S::BACK_RANK & CORNERS) != 0;
        let king = Bitboard::of(threats.king).0;
        if corner && king == S::BACK_RANK & FILE_E {
            // Standard chess, or as if: constant paths.
            let wing = if rook > king {
                (FILES_FG, FILES_FG)
            } else {
                (FILES_BCD, FILES_CD)
            };
            let (empty, safe) = (wing.0 & S::BACK_RANK, wing.1 & S::BACK_RANK);
            return (threats.occupied & empty) | (threats.danger & safe) == 0;
        }
        self.can_castle_from_anywhere::<S>(threats, rook)
    }

    #[inline(never)]
    fn can_castle_from_anywhere<S: Side>(&self, threats: &Threats, rook: u64) -> bool {
        let paths = Paths::new(S::COLOR, threats.king, square(rook));
        let king = Bitboard::of(threats.king).0;
        let men = king | rook;
        if (paths.empty.0 & threats.occupied & !men) | (paths.safe.0 & threats.danger) != 0 {
            return false;
        }
        // The rook may leave the rank on which it shielded the king's target.
        let landed = Bitboard::of(paths.king_to) | Bitboard::of(paths.rook_to);
        let after = Bitboard(threats.occupied & !men) | landed;
        let sliders = self.orthogonal_sliders() & threats.enemies;
        (attacks::rook(paths.king_to, after).0 & sliders) == 0
    }

    /// Pawns that can capture en passant without leaving their king attacked (FIDE 3.7.3.2, 3.9.2).
    #[inline(never)]
    fn en_passant_captors<S: Side>(&self, threats: &Threats) -> u64 {
        let ready = falling::<S::Other>(self.en_passant) | rising::<S::Other>(self.en_passant);
        let captured = back::<S>(self.en_passant);
        let king = Bitboard::of(threats.king).0;
        let mut captors = 0;
        for from in each(ready & self.men::<PAWN>() & threats.own) {
            // Two men leave their squares at once, so no pin tells enough: look again from the king.
            let occupied = Bitboard((threats.occupied & !from & !captured) | self.en_passant);
            let diagonal = attacks::bishop(threats.king, occupied).0 & self.diagonal_sliders();
            let orthogonal = attacks::rook(threats.king, occupied).0 & self.orthogonal_sliders();
            let knights = attacks::knight(threats.king).0 & self.men::<KNIGHT>();
            let pawns = (falling::<S>(king) | rising::<S>(king)) & self.men::<PAWN>() & !captured;
            if (diagonal | orthogonal | knights | pawns) & threats.enemies == 0 {
                captors |= from;
            }
        }
        captors
    }
}

#[inline(always)]
fn king_targets(threats: &Threats) -> u64 {
    attacks::king(threats.king).0 & !threats.own & !threats.danger
}

#[inline(always)]
fn visit_pawn<S: Side>(visit: &mut impl Visit, from: u64, to: u64) -> ControlFlow<()> {
    if to & S::LAST_RANK == 0 {
        visit.normal::<PAWN>(from, to)
    } else {
        visit.promotion(from, to)
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
const FILE_E: u64 = 0x1010_1010_1010_1010;
const FILES_FG: u64 = FILE_E << 1 | FILE_E << 2;
const FILES_CD: u64 = FILE_E >> 2 | FILE_E >> 1;
const FILES_BCD: u64 = FILES_CD | FILE_E >> 3;
