//! Random material for the tests, always the same: numbers, start arrays, games and setups.

use chesstool::chess::{
    Bitboard, Board, CastlingMode, Color, File, Piece, Position, Rank, Role, Setup, Square,
};

/// A small generator with a fixed seed, so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// True once in `bound` times.
    pub(crate) fn once_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Back ranks of Chess960, by Scharnagl's numbering (0 to 959).
fn back_rank(number: usize) -> String {
    let mut men = ['.'; 8];
    let (n, light) = (number / 4, number % 4);
    men[light * 2 + 1] = 'B';
    let (n, dark) = (n / 4, n % 4);
    men[dark * 2] = 'B';
    let (n, queen) = (n / 6, n % 6);
    let free = |men: &[char; 8], nth: usize| (0..8).filter(|&i| men[i] == '.').nth(nth).unwrap();
    men[free(&men, queen)] = 'Q';
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ][n];
    let (first, second) = (free(&men, knights.0), free(&men, knights.1));
    men[first] = 'N';
    men[second] = 'N';
    for piece in ['R', 'K', 'R'] {
        men[free(&men, 0)] = piece;
    }
    men.iter().collect()
}

/// The start of a game of Chess960 (both numbers the same), or of double Chess960.
pub(crate) fn start_960(white: usize, black: usize) -> String {
    let (white, black) = (back_rank(white), back_rank(black).to_lowercase());
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// The kinds of start that the games are spread over.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    Standard,
    Chess960,
    Double,
}

impl Start {
    pub(crate) const ALL: [Start; 3] = [Start::Standard, Start::Chess960, Start::Double];

    pub(crate) fn position(self, random: &mut Random) -> Position {
        let (white, black, mode) = match self {
            Start::Standard => (518, 518, CastlingMode::Standard),
            Start::Chess960 => {
                let number = random.below(960);
                (number, number, CastlingMode::Chess960)
            }
            Start::Double => (random.below(960), random.below(960), CastlingMode::Chess960),
        };
        Position::from_fen(&start_960(white, black), mode).unwrap()
    }
}

/// A legal position of random men on random squares, with rights to castle and a pawn that may have
/// made a double step where the men allow it.
pub(crate) fn random_setup(random: &mut Random) -> Position {
    loop {
        let mode = match random.below(2) {
            0 => CastlingMode::Standard,
            _ => CastlingMode::Chess960,
        };
        let setup = random_men(random, mode);
        let (position, faults) = Position::from_setup(&setup, mode);
        if faults.is_empty() {
            return position;
        }
    }
}

fn random_men(random: &mut Random, mode: CastlingMode) -> Setup {
    let turn = random.pick(&Color::ALL);
    let mut setup = Setup {
        board: Board::EMPTY,
        turn,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: random.below(101) as u16,
        fullmove: 1 + random.below(300) as u32,
    };
    for color in Color::ALL {
        put_king_and_rooks(&mut setup, color, mode, random);
    }
    if random.once_in(3) {
        put_double_step(&mut setup, random);
    }
    if random.once_in(3) {
        put_behind_rook(&mut setup, random);
    }
    // Few men or many; now and then more than a set of chessmen has.
    let most = if random.once_in(50) { 40 } else { 14 };
    for color in Color::ALL {
        for _ in 0..random.below(most) {
            let roles = [
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ];
            let role = if random.once_in(3) {
                Role::Pawn
            } else {
                random.pick(&roles)
            };
            let ranks = if role == Role::Pawn { 1..7 } else { 0..8 };
            let square = Square::new(
                File::new(random.below(8) as u8),
                Rank::new((ranks.start + random.below(ranks.len())) as u8),
            );
            let passed = setup.en_passant.map(Square::file);
            if !setup.board.occupied().has(square) && passed != Some(square.file()) {
                setup.board.put(square, Piece { role, color });
            }
        }
    }
    setup
}

/// A king, in half of the cases on his back rank with one or two rooks that may still castle.
fn put_king_and_rooks(setup: &mut Setup, color: Color, mode: CastlingMode, random: &mut Random) {
    let king = Piece {
        role: Role::King,
        color,
    };
    if random.once_in(2) {
        let free: Vec<Square> = Square::all()
            .filter(|&square| !setup.board.occupied().has(square))
            .collect();
        setup.board.put(random.pick(&free), king);
        return;
    }
    let on_back_rank = |file: usize| Square::new(File::new(file as u8), color.back_rank());
    let (file, rooks) = match mode {
        CastlingMode::Standard => (4, [0, 7]),
        CastlingMode::Chess960 => {
            let file = 1 + random.below(6);
            let rooks = [random.below(file), file + 1 + random.below(7 - file)];
            (file, rooks)
        }
    };
    if [rooks[0], file, rooks[1]]
        .iter()
        .any(|&file| setup.board.occupied().has(on_back_rank(file)))
    {
        // The other king stands in the way: a setup without a king is thrown away.
        return;
    }
    setup.board.put(on_back_rank(file), king);
    let which = random.below(3);
    for (wing, rook) in rooks.into_iter().enumerate() {
        if which == 2 || which == wing {
            let role = Role::Rook;
            setup.board.put(on_back_rank(rook), Piece { role, color });
            setup.castling |= Bitboard::of(on_back_rank(rook));
        }
    }
}

/// An enemy rook or queen on the back rank of the side to move: where a castling rook stands between him
/// and the king, castling may open the line.
fn put_behind_rook(setup: &mut Setup, random: &mut Random) {
    let square = Square::new(File::new(random.below(8) as u8), setup.turn.back_rank());
    if !setup.board.occupied().has(square) {
        let piece = Piece {
            role: random.pick(&[Role::Rook, Role::Queen]),
            color: setup.turn.other(),
        };
        setup.board.put(square, piece);
    }
}

/// A pawn that has just passed a square, and one beside it that may be able to take it.
fn put_double_step(setup: &mut Setup, random: &mut Random) {
    let file = random.below(8);
    let (passed, landed) = match setup.turn {
        Color::White => (5, 4),
        Color::Black => (2, 3),
    };
    let beside = if file == 0 || (file < 7 && random.once_in(2)) {
        file + 1
    } else {
        file - 1
    };
    let at = |file: usize, rank: u8| Square::new(File::new(file as u8), Rank::new(rank));
    let (landed, taker) = (at(file, landed), at(beside, landed));
    let occupied = setup.board.occupied();
    let whole_file = Bitboard::file(landed.file());
    if (occupied & whole_file).any() || occupied.has(taker) {
        return;
    }
    let pawn = |color| Piece {
        role: Role::Pawn,
        color,
    };
    setup.board.put(landed, pawn(setup.turn.other()));
    setup.board.put(taker, pawn(setup.turn));
    setup.en_passant = Some(at(file, passed));
}

#[test]
fn scharnagl_518_is_the_usual_start() {
    assert_eq!(back_rank(518), "RNBQKBNR");
    let all: std::collections::BTreeSet<String> = (0..960).map(back_rank).collect();
    assert_eq!(all.len(), 960);
}
