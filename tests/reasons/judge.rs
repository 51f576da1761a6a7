//! Holds every clause of a message against the board and the game.

use shakmaty::attacks;
use shakmaty::{Bitboard, Color, Piece, Position, Rank, Role, Square};

use crate::castling;
use crate::claim::{Claim, Kind};
use crate::scene::{Scene, checkers_after, color_name, double_step, moves_like_that, others};
use crate::token::{Go, Token};
use crate::verdict;

/// The clauses of a message that are false, or that leave out what belongs to them.
pub(crate) fn false_clauses(scene: &Scene<'_>, token: Token, claim: &Claim<'_>) -> Vec<String> {
    let faults = match token {
        Token::Null => Judge::new(scene, claim).null(),
        Token::Castle(side) => castling::false_clauses(scene, side, claim),
        Token::Go(go) => match verdict::castles(scene, go) {
            Some(side) => castling::false_clauses(scene, side, claim),
            None => Judge::new(scene, claim).going(token, go),
        },
    };
    let told = |what: &str| format!("{what}, in {claim:?}");
    faults.into_iter().map(told).collect()
}

struct Judge<'a> {
    scene: &'a Scene<'a>,
    claim: &'a Claim<'a>,
    faults: Vec<&'static str>,
}

impl<'a> Judge<'a> {
    fn new(scene: &'a Scene<'a>, claim: &'a Claim<'a>) -> Judge<'a> {
        Judge {
            scene,
            claim,
            faults: Vec::new(),
        }
    }

    fn expect(&mut self, what: &'static str, right: bool) {
        if !right {
            self.faults.push(what);
        }
    }

    fn null(mut self) -> Vec<&'static str> {
        let checkers = self.scene.position().checkers();
        self.check(checkers);
        self.faults
    }

    /// The man of whom the gaps say role and square.
    fn man(&self, role: usize, at: usize) -> Option<(Square, Piece)> {
        let at = self.claim.square(at)?;
        let man = self.scene.board().piece_at(at)?;
        (self.claim.role(role) == Some(man.role)).then_some((at, man))
    }

    /// The same, of a colour; the clause is false if he is not there.
    fn man_of(&mut self, color: Color, role: usize, at: usize) -> Option<Square> {
        let man = self.man(role, at).filter(|(_, man)| man.color == color);
        self.expect("a man and his square", man.is_some());
        man.map(|(at, _)| at)
    }

    /// A check by exactly these men, who stay where they are.
    fn check(&mut self, staying: Bitboard) {
        let them = self.scene.turn().other();
        let king = self.claim.square(0) == Some(self.scene.king());
        self.expect("the king's square", king);
        let mut named = Bitboard::EMPTY;
        named.extend(self.man_of(them, 1, 2));
        if self.claim.kind == Kind::DoubleCheck {
            named.extend(self.man_of(them, 3, 4));
        }
        self.expect("those who give check", named == staying);
    }

    fn going(mut self, token: Token, go: Go) -> Vec<&'static str> {
        match self.claim.kind {
            Kind::WrongSide
            | Kind::EnemyMan
            | Kind::NoMan
            | Kind::NoManThere
            | Kind::EmptySquare
            | Kind::NotReached
            | Kind::OwnMan
            | Kind::KingTaken
            | Kind::Ambiguous => self.who(token, go),
            Kind::Blocked
            | Kind::Pinned
            | Kind::KingIntoCheck
            | Kind::Check
            | Kind::DoubleCheck
            | Kind::EnPassantExposes => self.lines(go),
            _ => self.pawns(go),
        }
        self.faults
    }

    /// Who could be meant, and what is on the target.
    fn who(&mut self, token: Token, go: Go) {
        let (scene, claim) = (self.scene, self.claim);
        let (board, us) = (scene.board(), scene.turn());
        let men = scene.men(go);
        let role = go.role.or_else(|| board.role_at(*men.first()?));
        let named = |gap: usize| claim.word(gap) == scene.turn_name();
        match claim.kind {
            Kind::WrongSide => {
                self.expect("whose move it is", named(0));
                let other = claim.word(1) == color_name(us.other());
                self.expect("who else could play it", other);
                self.expect("that the other side could play it", others(scene, go) > 0);
            }
            Kind::EnemyMan => {
                let from = self.man_of(us.other(), 0, 1);
                let meant = from.is_some_and(|from| go.names(from));
                self.expect("the man meant", meant && go.role.is_none());
                self.expect("whose man it is", claim.word(2) == color_name(us.other()));
                self.expect("whose move it is", named(3));
            }
            Kind::NoMan | Kind::NoManThere => {
                self.expect("who has no such man", named(0));
                self.expect("what man", claim.role(1) == go.role);
                self.expect("that there is none", men.is_empty());
                let any = Go {
                    file: None,
                    rank: None,
                    ..go
                };
                let some = !scene.men(any).is_empty();
                self.expect(
                    "whether there is another",
                    some == (claim.kind == Kind::NoManThere),
                );
                let origin = claim.kind == Kind::NoMan || claim.word(2) == go.origin();
                self.expect("where there is none", origin);
            }
            Kind::EmptySquare => {
                let at = claim.square(0);
                let empty = at.is_some_and(|at| go.names(at) && board.piece_at(at).is_none());
                self.expect("the empty square", empty && go.role.is_none());
            }
            Kind::NotReached => {
                self.expect("whose men", named(0));
                self.expect("what men", claim.role(1).is_some() && claim.role(1) == role);
                self.expect(
                    "all who could be meant",
                    claim.squares(2).as_ref() == Some(&men),
                );
                self.expect("the target", claim.square(3) == Some(go.to));
                let empty = |&from: &Square| {
                    let man = board.piece_at(from).unwrap();
                    man.role != Role::Pawn
                        && attacks::attacks(from, man, Bitboard::EMPTY).contains(go.to)
                        || moves_like_that(board, from, go.to)
                };
                self.expect("that nobody reaches it", !men.iter().any(empty));
            }
            Kind::OwnMan => {
                self.expect("whose man", named(0));
                let at = self.man_of(us, 1, 2);
                self.expect("the target", at == Some(go.to));
                self.expect("somebody to go there", !men.is_empty());
            }
            Kind::KingTaken => {
                let king = board.king_of(us.other());
                self.expect(
                    "the enemy king",
                    claim.square(0) == king && king == Some(go.to),
                );
            }
            _ => {
                let legal = token.legal(scene.position());
                let mut from: Vec<Square> = legal.iter().filter_map(|mv| mv.from()).collect();
                from.sort();
                self.expect("what men", claim.role(0) == role);
                self.expect("who can go there", claim.squares(1) == Some(from));
                self.expect("the target", claim.square(2) == Some(go.to));
            }
        }
    }

    /// What stands on lines: men in the way, pins and checks.
    fn lines(&mut self, go: Go) {
        let (scene, claim) = (self.scene, self.claim);
        let (board, us) = (scene.board(), scene.turn());
        let men = scene.men(go);
        match claim.kind {
            Kind::Blocked => {
                let man = self.man_of(us, 0, 1);
                self.expect("the man meant", man.is_some_and(|man| men.contains(&man)));
                self.expect("the target", claim.square(2) == Some(go.to));
                let by = self.man(3, 4).map(|(at, _)| at);
                self.expect("who is in the way", by.is_some());
                let Some((man, by)) = man.zip(by) else {
                    return;
                };
                let way = attacks::between(man, go.to) & board.occupied();
                let first = way.into_iter().min_by_key(|at| at.distance(man));
                self.expect("the first who is in the way", first == Some(by));
                let piece = board.piece_at(man).unwrap();
                let reaches = attacks::attacks(man, piece, Bitboard::EMPTY).contains(go.to);
                self.expect("the way", reaches);
            }
            Kind::Pinned => {
                let man = self.man_of(us, 0, 1);
                let king = claim.square(2) == Some(scene.king());
                self.expect("the king's square", king);
                let by = self.man_of(us.other(), 3, 4);
                let Some((man, by)) = man.zip(by) else {
                    return;
                };
                self.expect("the man meant", men.contains(&man));
                let able = moves_like_that(board, man, go.to) || board.piece_at(go.to).is_none();
                self.expect("that he could go otherwise", able);
                let shields = attacks::between(scene.king(), by).contains(man);
                self.expect("that he shields the king", shields);
                self.expect("the pin", scene.checkers_after(man, go.to).contains(by));
            }
            Kind::KingIntoCheck => {
                self.expect("the target", claim.square(0) == Some(go.to));
                let by = self.man_of(us.other(), 1, 2);
                let after = checkers_after(board, us, scene.king(), go.to);
                self.expect("the attack", by.is_some_and(|by| after.contains(by)));
                self.expect("a king's step", men == [scene.king()]);
            }
            Kind::EnPassantExposes => {
                let king = claim.square(0) == Some(scene.king());
                self.expect("the king's square", king);
                let by = self.man_of(us.other(), 1, 2);
                let passing = |&&from: &&Square| {
                    attacks::pawn_attacks(us, from).contains(go.to)
                        && board.piece_at(go.to).is_none()
                        && verdict::passes(scene, from, go.to)
                };
                let from = men.iter().find(passing);
                self.expect("en passant", from.is_some());
                if let Some((&from, by)) = from.zip(by) {
                    let after = scene.checkers_after(from, go.to);
                    let before = scene.position().checkers();
                    self.expect("the line", (after & !before).contains(by));
                }
            }
            _ => {
                let before = scene.position().checkers();
                let pawn = |from: Square| board.role_at(from) == Some(Role::Pawn);
                let able = |from: Square| {
                    moves_like_that(board, from, go.to)
                        || (pawn(from) && attacks::pawn_attacks(us, from).contains(go.to))
                };
                let from = men.iter().copied().find(|&from| able(from));
                self.expect("somebody who could go otherwise", from.is_some());
                if let Some(from) = from {
                    self.check(scene.checkers_after(from, go.to) & before);
                }
            }
        }
    }

    fn pawns(&mut self, go: Go) {
        let (scene, claim) = (self.scene, self.claim);
        let (board, us) = (scene.board(), scene.turn());
        let men = scene.men(go);
        let step = us.fold_wb(8, -8);
        let last = go.to.rank() == us.relative_rank(Rank::Eighth);
        let meant = |gap: usize| {
            claim
                .square(gap)
                .filter(|at| men.contains(at) && board.role_at(*at) == Some(Role::Pawn))
        };
        match claim.kind {
            Kind::StraightCapture => {
                let from = meant(0);
                self.expect("the pawn", from.is_some());
                let ahead = from.and_then(|from| from.offset(step));
                let at = self.man_of(us.other(), 1, 2);
                self.expect("the target", at == Some(go.to) && ahead == at);
            }
            Kind::NothingToCapture => {
                let from = meant(0);
                let attacks = |from| attacks::pawn_attacks(us, from).contains(go.to);
                self.expect("the pawn", from.is_some_and(attacks));
                self.expect("the target", claim.square(1) == Some(go.to));
                self.expect("the empty square", board.piece_at(go.to).is_none());
            }
            Kind::TwoStepsBlocked | Kind::TwoStepsLate => {
                let from = meant(0);
                let ahead = from.and_then(|from| from.offset(2 * step));
                self.expect("the pawn", from.is_some() && ahead == Some(go.to));
                let home = from.is_some_and(|at| at.rank() == us.relative_rank(Rank::Second));
                self.expect(
                    "the pawn's rank",
                    home == (claim.kind == Kind::TwoStepsBlocked),
                );
                if claim.kind == Kind::TwoStepsBlocked {
                    let by = self.man(1, 2).map(|(at, _)| at);
                    let one = from.and_then(|from| from.offset(step));
                    let first = one.filter(|at| board.piece_at(*at).is_some()).or(ahead);
                    self.expect("who is in the way", by.is_some() && by == first);
                }
            }
            Kind::EnPassantExpired => {
                let pawn = claim.square(0);
                let beside = |from: &Square| {
                    attacks::pawn_attacks(us, *from).contains(go.to)
                        && pawn == Some(Square::from_coords(go.to.file(), from.rank()))
                };
                self.expect("the pawn beside", men.iter().any(beside));
                let enemy = pawn.and_then(|at| board.piece_at(at)) == Some(us.other().pawn());
                self.expect("whose pawn", enemy);
                let played = pawn.and_then(|at| double_step(scene, at));
                let right = |ply: usize| castling::is_played(scene, claim, 1, ply);
                self.expect("the double step", played.is_some_and(right));
                let expired = played.is_some_and(|ply| ply + 1 < scene.ply);
                self.expect("that it is too late", expired);
            }
            Kind::PromotionMissing => {
                self.expect("the target", claim.square(0) == Some(go.to) && last);
                self.expect("what is missing", go.promotion.is_none());
            }
            Kind::PromotionForbidden => {
                let man = self.man_of(us, 0, 1);
                self.expect("the man meant", man.is_some_and(|man| men.contains(&man)));
                self.expect("the target", claim.square(2) == Some(go.to));
                let pawn = claim.role(0) == Some(Role::Pawn);
                self.expect(
                    "that nobody promotes",
                    go.promotion.is_some() && !(pawn && last),
                );
            }
            Kind::PromotionTo => {
                self.expect("what the pawn becomes", claim.role(0) == go.promotion);
                let possible = matches!(go.promotion, Some(Role::King | Role::Pawn));
                self.expect("that it cannot", possible && last);
            }
            _ => self.faults.push("a reason that is not about this move"),
        }
    }
}
