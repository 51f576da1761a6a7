use super::*;

/// The shapes of a move's text that one may meet: with and without origins, capture signs and marks.
fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let right = position.san(mv).to_string();
    let bare = right.trim_end_matches(['+', '#']);
    let from = position.board().role_at(mv.from()).unwrap_or(Role::Pawn);
    let mut texts = vec![right.clone(), bare.to_owned()];
    texts.extend([
        format!("{bare}+"),
        format!("{bare}#"),
        bare.replace('x', ""),
    ]);
    if from != Role::Pawn && !bare.starts_with('O') {
        let letter = from.letter();
        let sign = if bare.contains('x') { "x" } else { "" };
        for origin in [mv.from().file().letter(), mv.from().rank().digit()] {
            texts.push(format!("{letter}{origin}{sign}{}", mv.to()));
        }
        texts.push(format!("{letter}{sign}{}", mv.to()));
        texts.push(format!("{letter}x{}", mv.to()));
    }
    texts
}

fn short(text: &str) -> Option<San> {
    let mut bytes = *b"        ";
    bytes
        .get_mut(..text.len())?
        .copy_from_slice(text.as_bytes());
    San::parse_short(u64::from_le_bytes(bytes), text.len() as u32)
}

fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below
}

/// What it takes, a position takes, and would write so, but for the mark of a mate; and it ends in the same position.
/// What it does not take is castling with another mark, a promotion, a capture in passing or the like, and changes nothing.
#[test]
fn takes_what_a_position_takes() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/6p1/8/2N1N3/8/R6R/1Q3Q2/R3K2R w KQ - 0 1",
        "r3k2r/1q3q2/r6r/8/2n1n3/8/6P1/6K1 b kq - 0 1",
    ];
    let (mut seed, mut taken, mut left) = (5, 0, 0);
    for round in 0..600 {
        let fen = starts[round % starts.len()];
        let mut position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let mut runner = Runner::new(&position).unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random(&mut seed, moves.len())];
            let fen = position.fen();
            // A text that may be meant for another man, or for nobody.
            let other = moves[random(&mut seed, moves.len())];
            for text in spellings(&position, mv)
                .into_iter()
                .chain(spellings(&position, other))
            {
                let Some(san) = short(&text) else {
                    continue;
                };
                let mut tried = runner.clone();
                let found = tried.play(&san);
                let right = position.resolve(&san).ok().filter(|mv| {
                    let mated = position.after(*mv).is_checkmate();
                    let written = position.san(*mv).to_string();
                    written == text || mated && written.replace('#', "+") == text
                });
                if let Some(found) = found {
                    assert_eq!(Some(found), right, "{text} in {fen}");
                    assert_eq!(tried.position(), position.after(found), "{text} in {fen}");
                    tried.undo();
                    assert_eq!(tried.position(), position, "{text} taken back in {fen}");
                    taken += 1;
                } else {
                    assert_eq!(tried.position(), position, "{text} not taken in {fen}");
                    let usual = right.filter(|mv| {
                        let next = position.after(*mv);
                        let few = next.board().of_role(Role::Pawn).is_empty();
                        let captures = position.board().occupied().has(mv.to());
                        mv.kind() == crate::chess::MoveKind::Normal
                            && san.mark != Mark::Mate
                            && !(few && captures)
                    });
                    assert_eq!(usual, None, "{text} in {fen}");
                    left += 1;
                }
            }
            let text = position.san(mv);
            let san = San::parse_canonical(text.as_bytes()).unwrap();
            let went = match san.action {
                Action::Castle(wing) => {
                    let went = runner.castle(wing, san.mark);
                    assert!(went.is_some() || san.mark == Mark::Mate, "{text} in {fen}");
                    went
                }
                _ => short(&text).and_then(|san| runner.play(&san)),
            };
            position.play(mv);
            match went {
                Some(went) => {
                    assert_eq!(went, mv);
                    assert_eq!(runner.position(), position);
                }
                None => runner = Runner::new(&position).unwrap(),
            }
        }
    }
    assert!(taken > 20_000 && left > 20_000, "{taken} {left}");
}

#[test]
fn castles_only_where_one_may() {
    for (fen, wing, may) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Wing::King, true),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", Wing::Queen, true),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", Wing::King, false),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", Wing::Queen, false),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", Wing::King, false),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", Wing::King, false),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", Wing::King, false),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Wing::Queen, true),
    ] {
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let mut runner = Runner::new(&position).unwrap();
        let found = runner.castle(wing, Mark::None);
        assert_eq!(found.is_some(), may, "{fen}");
        if let Some(mv) = found {
            assert_eq!(runner.position(), position.after(mv), "{fen}");
        }
        runner.undo();
        assert_eq!(runner.position(), position, "{fen}");
    }
}

#[test]
fn a_capture_that_leaves_no_pawn_is_left() {
    for (fen, text) in [
        ("8/8/8/5k2/8/8/6p1/6K1 w - - 0 1", "Kxg2"),
        ("8/8/8/5k2/8/6n1/6K1/8 w - - 0 1", "Kxg3"),
    ] {
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let san = short(text).unwrap();
        assert!(position.resolve(&san).is_ok(), "{fen}");
        assert_eq!(Runner::new(&position).unwrap().play(&san), None, "{fen}");
    }
}
