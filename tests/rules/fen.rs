//! FEN: every fault with its words, several faults at once, X-FEN and Shredder-FEN, and back again.

use chesstool::chess::fen::{self, FenFault, Field};
use chesstool::chess::setup::SetupFault;
use chesstool::chess::{Bitboard, CastlingMode, Position, Setup, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn faults(text: &str, mode: CastlingMode) -> Vec<String> {
    let reading = fen::read(text, mode);
    let fatal = reading.faults.iter().any(FenFault::is_fatal);
    assert_eq!(reading.position.is_none(), fatal, "{text}");
    assert_eq!(
        Position::from_fen(text, mode).is_ok(),
        reading.faults.is_empty()
    );
    reading.faults.iter().map(ToString::to_string).collect()
}

/// `text` has exactly these faults, and a position can be made of it or not.
fn check(text: &str, expected: &[&str], usable: bool) {
    check_in(CastlingMode::Standard, text, expected, usable);
}

fn check_in(mode: CastlingMode, text: &str, expected: &[&str], usable: bool) {
    assert_eq!(faults(text, mode), expected, "{text}");
    assert_eq!(fen::read(text, mode).position.is_some(), usable, "{text}");
}

#[test]
fn missing_fields() {
    let missing = [
        "piece placement: the field is missing",
        "side to move: the field is missing",
        "castling: the field is missing",
        "en passant: the field is missing",
        "halfmove clock: the field is missing",
        "move number: the field is missing",
    ];
    check("", &missing, false);
    check("   ", &missing, false);
    let fields: Vec<&str> = START.split(' ').collect();
    for count in 1..6 {
        check(&fields[..count].join(" "), &missing[count..], count >= 2);
    }
}

#[test]
fn extra_text() {
    let text = format!("{START} foo bar");
    check(&text, &["`foo bar` after the sixth field"], true);
}

#[test]
fn ranks() {
    let seven = "8/8/8/8/8/8/4k2K w - - 0 1";
    check(seven, &["piece placement: 7 ranks instead of 8"], false);
    let nine = "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1";
    check(nine, &["piece placement: 9 ranks instead of 8"], false);
    check(
        "k w - - 0 1",
        &[
            "piece placement: 1 rank instead of 8",
            "piece placement: rank 8 has 1 square instead of 8",
            "piece placement: White has no king",
        ],
        false,
    );
    check(
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            "piece placement: rank 7 has 7 squares instead of 8",
            "piece placement: rank 2 has 9 squares instead of 8",
        ],
        false,
    );
    check(
        "4k3/8//8/8/8/8/4K3 w - - 0 1",
        &["piece placement: rank 6 has 0 squares instead of 8"],
        false,
    );
}

#[test]
fn characters() {
    check(
        "rnbqkbnr/ppppppxp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &["piece placement: `x` on rank 7 is neither a man nor a number from 1 to 8"],
        false,
    );
    check(
        "4k3/8/8/8/80/♔7/8/4K3 w - - 0 1",
        &[
            "piece placement: `0` on rank 4 is neither a man nor a number from 1 to 8",
            "piece placement: rank 4 has 9 squares instead of 8",
            "piece placement: `♔` on rank 3 is neither a man nor a number from 1 to 8",
        ],
        false,
    );
    check(
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        &[
            "piece placement: `9` on rank 7 is neither a man nor a number from 1 to 8",
            "piece placement: rank 7 has 1 square instead of 8",
        ],
        false,
    );
}

#[test]
fn unreadable_fields() {
    let start = |from: &str, to: &str| START.replacen(from, to, 1);
    for text in ["W", "x", "white", "-"] {
        let fault = format!("side to move: `{text}` is not `w` or `b`");
        check(&start(" w ", &format!(" {text} ")), &[&fault], false);
    }
    for text in ["KX", "KQkq-", "--", "HAha", "wb"] {
        let fault = format!("castling: `{text}` is not `-` or letters such as `KQkq`");
        check(&start("KQkq", text), &[&fault], true);
    }
    for text in ["e4", "e9", "i6", "e", "e33", "–"] {
        let wanted = "`-` or a square on the third or the sixth rank";
        let fault = format!("en passant: `{text}` is not {wanted}");
        check(&start(" - ", &format!(" {text} ")), &[&fault], true);
    }
    for text in ["-", "-1", "+5", "x", "65536", "1.5"] {
        let fault = format!("halfmove clock: `{text}` is not a number from 0 to 65535");
        check(&start(" 0 1", &format!(" {text} 1")), &[&fault], true);
    }
    for text in ["-", "0", "-1", "+1", "x", "4294967296"] {
        let fault = format!("move number: `{text}` is not a number from 1 to 4294967295");
        check(&start(" 0 1", &format!(" 0 {text}")), &[&fault], true);
    }
    let fault = FenFault::Unreadable(Field::Placement, "?".to_owned());
    assert_eq!(fault.to_string(), "piece placement: `?` is not eight ranks");
    assert!(fault.is_fatal());
}

#[test]
fn rights_in_standard_chess() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        &[
            "castling: `K` needs White's king on e1 and a rook on h1",
            "castling: `Q` needs White's king on e1 and a rook on a1",
            "castling: `k` needs Black's king on e8 and a rook on h8",
            "castling: `q` needs Black's king on e8 and a rook on a8",
        ],
        true,
    );
    check(
        "4k3/8/8/8/8/8/8/R2K3R w K - 0 1",
        &["castling: `K` needs White's king on e1 and a rook on h1"],
        true,
    );
}

#[test]
fn rights_in_chess960() {
    check_in(
        CastlingMode::Chess960,
        "rk6/8/8/8/8/4K3/8/7R w KQBkgq - 0 1",
        &[
            "castling: `K` needs White's king on rank 1 and a rook on its h side",
            "castling: `Q` needs White's king on rank 1 and a rook on its a side",
            "castling: `B` needs White's king on rank 1 and a rook on b1",
            "castling: `k` needs Black's king on rank 8 and a rook on its h side",
            "castling: `g` needs Black's king on rank 8 and a rook on g8",
        ],
        true,
    );
    check_in(
        CastlingMode::Chess960,
        "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
        &["castling: no right to castle with a rook on h1 can exist here"],
        true,
    );
}

#[test]
fn kings_and_pawns() {
    check(
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        &["piece placement: Black has no king"],
        false,
    );
    check(
        "8/8/8/8/8/8/8/8 w - - 0 1",
        &[
            "piece placement: White has no king",
            "piece placement: Black has no king",
        ],
        false,
    );
    check(
        "4k3/8/8/8/8/8/8/2KK4 w - - 0 1",
        &["piece placement: White has 2 kings"],
        false,
    );
    check(
        "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
        &[
            "piece placement: a pawn stands on h1, on the first or the eighth rank",
            "piece placement: a pawn stands on a8, on the first or the eighth rank",
        ],
        false,
    );
}

#[test]
fn opponent_in_check() {
    check(
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        &[
            "side to move: the king on e8 is attacked by the rook on e1, but it is not its side's \
             move",
        ],
        false,
    );
    check(
        "8/8/8/4k3/4K3/8/8/8 b - - 0 1",
        &[
            "side to move: the king on e4 is attacked by the king on e5, but it is not its side's \
             move",
        ],
        false,
    );
}

#[test]
fn en_passant_that_cannot_be() {
    let texts = [
        // Nobody there; the wrong side's rank; somebody on the square, or behind it.
        ("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e3"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3rP3/8/8/8/4K3 w - d6 0 1", "d6"),
    ];
    for (text, square) in texts {
        let fault = format!("en passant: no pawn can just have passed {square}");
        check(text, &[&fault], true);
    }
}

#[test]
fn several_faults_in_order_of_fields() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkqz e9 -1 0 extra";
    check(
        text,
        &[
            "side to move: `x` is not `w` or `b`",
            "castling: `KQkqz` is not `-` or letters such as `KQkq`",
            "en passant: `e9` is not `-` or a square on the third or the sixth rank",
            "halfmove clock: `-1` is not a number from 0 to 65535",
            "move number: `0` is not a number from 1 to 4294967295",
            "`extra` after the sixth field",
        ],
        false,
    );
    check(
        "4k2P/8/8/8/8/8/8/4K3 w K e6 0",
        &[
            "piece placement: a pawn stands on h8, on the first or the eighth rank",
            "castling: `K` needs White's king on e1 and a rook on h1",
            "en passant: no pawn can just have passed e6",
            "move number: the field is missing",
        ],
        false,
    );
    let error = Position::from_fen(text, CastlingMode::Standard).unwrap_err();
    assert_eq!(error.0.len(), 6);
    assert!(
        error
            .to_string()
            .starts_with("side to move: `x` is not `w` or `b`; castling: ")
    );
}

#[test]
fn a_fault_does_not_breed_others() {
    // What cannot be placed says nothing about rights, checks and passed squares,
    check(
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq e6 0 1",
        &[
            "piece placement: rank 7 has 7 squares instead of 8",
            "piece placement: rank 1 has 7 squares instead of 8",
        ],
        false,
    );
    // and an unknown side to move nothing about whose king may be attacked.
    let fault = "side to move: `?` is not `w` or `b`";
    check("4k3/8/8/8/8/8/8/4RK2 ? - - 0 1", &[fault], false);
    check("4k3/8/8/8/4P3/8/8/4K3 ? - e3 0 1", &[fault], false);
}

#[test]
fn setups_that_no_fen_describes() {
    let mut setup = Setup::start();
    setup.castling = Bitboard::of(Square::parse(b"e4").unwrap());
    let (position, faults) = Position::from_setup(&setup, CastlingMode::Standard);
    assert!(position.castling().is_empty());
    assert_eq!(
        faults,
        [SetupFault::CastlingWithoutRook(
            Square::parse(b"e4").unwrap()
        )]
    );
    assert_eq!(
        faults[0].to_string(),
        "no right to castle with a rook on e4 can exist here"
    );
}

#[test]
fn x_fen_and_shredder_fen() {
    let in_960 = |text: &str| {
        let position = Position::from_fen(text, CastlingMode::Chess960).unwrap();
        position.fen()
    };
    let shredder = START.replacen("KQkq", "HAha", 1);
    assert_eq!(in_960(&shredder), START);
    // `K` means the outermost rook; the inner one needs its letter.
    let outer = "4k3/8/8/8/8/8/8/1K1R2R1 w K - 0 1";
    let inner = "4k3/8/8/8/8/8/8/1K1R2R1 w D - 0 1";
    assert_eq!(in_960(outer), outer);
    assert_eq!(in_960(inner), inner);
    assert_eq!(in_960(&outer.replacen(" K ", " G ", 1)), outer);
    let castled = |text: &str| {
        let mut position = Position::from_fen(text, CastlingMode::Chess960).unwrap();
        let mv = position.resolve(&chesstool::chess::San::parse(b"O-O").unwrap());
        position.play(mv.unwrap());
        position.fen()
    };
    assert_eq!(
        castled("4k3/8/8/8/8/8/8/1K4R1 w K - 0 1"),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
}

#[test]
fn read_any_finds_the_mode() {
    let mode = |text: &str| {
        let reading = fen::read_any(text);
        assert_eq!(reading.faults, [], "{text}");
        reading.position.unwrap().mode()
    };
    assert_eq!(mode(START), CastlingMode::Standard);
    assert_eq!(
        mode(&START.replacen("KQkq", "-", 1)),
        CastlingMode::Standard
    );
    assert_eq!(
        mode(&START.replacen("KQkq", "HAha", 1)),
        CastlingMode::Chess960
    );
    let other = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    assert_eq!(mode(other), CastlingMode::Chess960);
    assert_eq!(
        mode(&other.replacen("KQkq", "GEge", 1)),
        CastlingMode::Chess960
    );
    // Where neither mode helps, standard chess has the word.
    let reading = fen::read_any("4k3/8/8/8/8/8/8/4K3 w K - 0 1");
    assert_eq!(
        fen::FenError(reading.faults).to_string(),
        "castling: `K` needs White's king on e1 and a rook on h1"
    );
    assert_eq!(reading.position.unwrap().mode(), CastlingMode::Standard);
}

#[test]
fn read_likely_takes_a_king_on_his_file_for_standard_chess() {
    let likely = |text: &str| {
        let reading = fen::read_likely(text);
        let mode = reading.position.unwrap().mode();
        (mode, reading.faults.len())
    };
    let slip = "3rk2r/pppppppp/8/8/8/8/PPPPPPPP/3RK2R w KQkq - 0 1";
    assert_eq!(likely(slip), (CastlingMode::Standard, 2));
    let reading = fen::read_likely(slip);
    let expected = slip.replace("KQkq", "Kk");
    assert_eq!(reading.position.unwrap().fen(), expected);
    for other in [
        slip.replace("KQkq", "HDhd"),
        slip.replace("KQkq", "KDkd"),
        slip.replace("3rk2r/", "3r1k1r/"),
    ] {
        assert_eq!(likely(&other), (CastlingMode::Chess960, 0), "{other}");
    }
    assert_eq!(likely(START), (CastlingMode::Standard, 0));
    assert_eq!(
        fen::read_any(slip).position.unwrap().mode(),
        CastlingMode::Chess960
    );
}

#[test]
fn round_trip() {
    let texts = [
        START,
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "8/8/8/8/8/8/8/K1k5 w - - 65535 4294967295",
    ];
    for text in texts {
        let position = Position::from_fen(text, CastlingMode::Standard).unwrap();
        assert_eq!(position.fen(), text);
    }
    // White space between fields is free, and leading zeros are dropped.
    let loose = START.replace(' ', " \t ").replacen("0 \t 1", "00 01", 1);
    assert_eq!(
        Position::from_fen(&loose, CastlingMode::Standard).unwrap(),
        Position::start()
    );
    // A square that no pawn can capture on is not written (PGN standard 16.1.3.4).
    for text in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    ] {
        let position = Position::from_fen(text, CastlingMode::Standard).unwrap();
        assert_eq!(position.en_passant(), None);
        assert!(position.fen().contains(" - 0 1"), "{text}");
    }
}
