//! SAN, read in all the spellings that files hold and written in one.

use chesstool::chess::san::{Action, Mark, SanText};
use chesstool::chess::{San, Wing};

use crate::game::Game;

/// All `texts` must be read as the move whose canonical SAN is `expected`.
fn read(from: &str, expected: &str, texts: &[&str]) {
    let game = Game::of(from);
    for text in texts {
        assert_eq!(game.accept(text), expected, "{text}");
    }
}

#[test]
fn reads_pawn_moves() {
    let texts = [
        "e4", "e2e4", "e2-e4", "e2–e4", "e2—e4", "Pe4", "pe4", "Pe2-e4", "♙e4", "♟e4", "e4+",
        "e4#", "e4++",
    ];
    read("", "e4", &texts);
}

#[test]
fn reads_piece_moves() {
    let texts = [
        "Nf3",
        "Ng1f3",
        "Ng1-f3",
        "Ng1–f3",
        "Ngf3",
        "N1f3",
        "N-f3",
        "g1f3",
        "g1-f3",
        "nf3",
        "ng1f3",
        "♘f3",
        "♞f3",
        "♘g1–f3",
        "Nf3+",
        "Nf3++",
        "Nf3#",
        "Nxf3",
        "Ng1xf3",
    ];
    read("", "Nf3", &texts);
    read(
        "e4 e5",
        "Qh5",
        &["Qh5", "qh5", "♕h5", "d1h5", "Qdh5", "Q1h5", "Qd1-h5"],
    );
    read(
        "e4 e5",
        "Ke2",
        &["Ke2", "ke2", "♔e2", "e1e2", "Ke1-e2", "Ke1e2"],
    );
    read("e4 e5", "Bc4", &["Bc4", "♗c4", "f1c4", "Bf1-c4"]);
    read("a4 e5", "Ra3", &["Ra3", "ra3", "♖a3", "a1a3", "R1a3"]);
}

#[test]
fn reads_captures() {
    let knight = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
    let texts = [
        "Nxe5", "Ne5", "N:e5", "N×e5", "NXe5", "N*e5", "Nf3xe5", "f3xe5", "f3e5",
    ];
    read(knight, "Nxe5", &texts);
    let pawn = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let texts = [
        "exd5", "ed5", "e:d5", "e×d5", "e4d5", "e4xd5", "e4-d5", "xd5", "Pxd5", "Pexd5",
    ];
    read(pawn, "exd5", &texts);
    // A lower-case `b` is the file.
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    read(both, "bxc3", &["bxc3", "bc3"]);
    read(both, "Bxc3", &["Bxc3", "Bc3"]);
}

/// Squares alone, with a capture's sign, may be a rook's move.
#[test]
fn a_rook_captures_on_its_file() {
    let rook = "4k3/8/8/8/4p3/8/4R3/4K3 w - - 0 1";
    read(rook, "Rxe4+", &["Rxe4", "e2xe4", "e2e4", "Rexe4"]);
}

#[test]
fn reads_en_passant() {
    let texts = [
        "exd6",
        "exd6e.p.",
        "exd6e.p",
        "exd6ep",
        "exd6/ep",
        "exd6e.p.+",
        "ed6",
        "ed6ep",
        "e5d6",
        "e5xd6",
        "e5-d6",
        "e5xd6e.p.",
        "xd6",
        "xd6ep",
    ];
    read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", &texts);
}

#[test]
fn reads_castling() {
    let game = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let texts = [
        "O-O", "0-0", "o-o", "OO", "O–O", "0—0", "O-O+", "0-0#", "O-O++", "e1g1", "e1-g1", "e1h1",
        "Ke1g1", "Ke1-g1",
    ];
    read(game, "O-O", &texts);
    let texts = [
        "O-O-O",
        "0-0-0",
        "o-o-o",
        "OOO",
        "0–0–0",
        "O-O-O+",
        "e1c1",
        "e1a1",
        "Ke1-c1",
    ];
    read(game, "O-O-O", &texts);
    let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    read(black, "O-O", &["O-O", "e8g8", "e8h8"]);
    read(black, "O-O-O", &["O-O-O", "e8c8", "e8a8"]);
}

#[test]
fn reads_promotions() {
    let game = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    let texts = [
        "e8=Q", "e8Q", "e8q", "e8=q", "e8(Q)", "e8/Q", "e8=♕", "e8=Q+", "e8Q#", "Pe8=Q", "e7e8q",
        "e7e8Q", "e7-e8=Q", "e7e8=Q", "e7-e8(Q)",
    ];
    read(game, "e8=Q", &texts);
    read(game, "e8=N", &["e8=N", "e8N", "e8n", "e8(N)", "e7e8n"]);
    read(game, "e8=B", &["e8=B", "e8B", "e8b", "e7e8b"]);
    read(game, "e8=R", &["e8=R", "e8R", "e8/R", "e7e8r"]);
    let black = "4K3/8/8/8/8/7k/p7/1N6 b - - 0 1";
    read(
        black,
        "axb1=Q",
        &["axb1=Q", "axb1Q", "ab1q", "a2b1q", "a2xb1=Q"],
    );
}

const AFTER_PASSING: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2";

#[test]
fn reads_null_moves() {
    for text in ["--", "––", "Z0", "null", "pass", "0000", "@@@@"] {
        let san = San::parse(text.as_bytes()).unwrap();
        assert_eq!(san.action, Action::Null, "{text}");
        assert_eq!(Game::of("e4 e5").play(text).position.fen(), AFTER_PASSING);
    }
}

#[test]
fn reads_marks() {
    let marks = [
        ("Nf3", Mark::None),
        ("Nf3+", Mark::Check),
        ("Nf3++", Mark::Check),
        ("Nf3†", Mark::Check),
        ("Nf3#", Mark::Mate),
        ("Nf3+#", Mark::Mate),
        ("Nf3#+", Mark::Mate),
        ("Nf3‡", Mark::Mate),
    ];
    for (text, mark) in marks {
        assert_eq!(San::parse(text.as_bytes()).unwrap().mark, mark, "{text}");
    }
    let castling = San::parse(b"0-0-0#").unwrap();
    assert_eq!(castling.action, Action::Castle(Wing::Queen));
    assert_eq!(castling.mark, Mark::Mate);
}

#[test]
fn refuses_what_is_no_move() {
    let long = "N".to_owned() + &"a".repeat(10_000);
    let longer = "e4".repeat(10_000);
    let texts = [
        "", "+", "#", "++", "-", "—", "=", "x", "e", "4", "O", "0", "O-", "O-O-O-O", "0-0-0-0",
        "K", "Ke", "Nzz3", "N9f3", "Nff", "Nf", "e9", "e0", "i4", "exf", "ef", "exi5", "exd",
        "e8=", "e8=X", "e8=QQ", "e8()", "Nf3=Q", "Nbb1d2", "Nb1xxd2", "Qa1b2c3", "e4e5e6",
        "e2--e4", "Nf3 ", " Nf3", "N f3", "e4!", "1.e4", "1-0", "½", "ñf3", "Ñf3", "♔", "abcdefgh",
        "Lf3", &long, &longer,
    ];
    for text in texts {
        assert_eq!(San::parse(text.as_bytes()), None, "{text}");
    }
    let bytes: [&[u8]; 4] = [b"\xff", b"Nf\xff3", b"\xe2\x99f3", b"Nf3\0"];
    for text in bytes {
        assert_eq!(San::parse(text), None, "{text:?}");
    }
}

/// Each move, given in UCI, must be written as expected.
fn write(from: &str, moves: &[(&str, &str)]) {
    let game = Game::of(from);
    for (uci, san) in moves {
        assert_eq!(game.accept(uci), *san, "{uci} in {from}");
        assert_eq!(game.accept(san), *san, "{from}");
    }
}

#[test]
fn disambiguates_by_file_rank_and_square() {
    write(
        "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
        &[("b1d2", "Nbd2"), ("f3d2", "Nfd2"), ("b1c3", "Nc3")],
    );
    write(
        "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1",
        &[("b1d2", "N1d2"), ("b3d2", "N3d2")],
    );
    // File and rank would both do: the file goes first (PGN standard 8.2.3.4).
    write(
        "4k3/8/8/R7/8/8/8/3RK3 w - - 0 1",
        &[("a5d5", "Rad5"), ("d1d5", "Rdd5")],
    );
    write(
        "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1",
        &[("b1d2", "N1d2"), ("b3d2", "Nb3d2"), ("f3d2", "Nfd2")],
    );
    write(
        "8/8/8/4k3/8/Q7/1r6/Q1Q4K w - - 0 1",
        &[("a1b2", "Qa1xb2+"), ("a3b2", "Q3xb2+"), ("c1b2", "Qcxb2+")],
    );
}

#[test]
fn counts_only_rivals_that_may_move() {
    // Pinned across, so no rival; pinned along the way, so one.
    write("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", &[("g1e2", "Ne2")]);
    write(
        "4r1k1/8/8/8/R7/8/4R3/4K3 w - - 0 1",
        &[("a4e4", "Rae4"), ("e2e4", "Ree4")],
    );
    // A man between.
    write("4k3/8/8/8/R2P2R1/8/8/4K3 w - - 0 1", &[("a4c4", "Rc4")]);
    // A king never has a rival.
    write(
        "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
        &[("e1d2", "Kxd2"), ("e1d1", "Kd1")],
    );
}

#[test]
fn writes_pawn_moves() {
    write(
        "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1",
        &[("e4d5", "exd5"), ("e4e5", "e5")],
    );
    write(
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
        &[("e5d6", "exd6"), ("c5d6", "cxd6")],
    );
    write(
        "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1",
        &[
            ("a7a8q", "a8=Q"),
            ("a7b8q", "axb8=Q+"),
            ("a7b8n", "axb8=N"),
            ("a7b8r", "axb8=R+"),
        ],
    );
}

#[test]
fn writes_check_and_mate() {
    write(
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        &[("a1a8", "Ra8+"), ("a1a7", "Ra7")],
    );
    write("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &[("a1a8", "Ra8#")]);
    write("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", &[("e1c1", "O-O-O+")]);
    write(
        "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
        &[("e7e8q", "e8=Q+"), ("e7e8b", "e8=B")],
    );
    // Discovered, double, and by en passant.
    write(
        "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
        &[("e4c3", "Nc3+"), ("e4f6", "Nf6+")],
    );
    write("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", &[("e5d6", "exd6+")]);
    write("e4 e5 Qh5 Nc6 Bc4 Nf6", &[("h5f7", "Qxf7#")]);
    write("f3 e5 g4", &[("d8h4", "Qh4#")]);
}

#[test]
fn the_longest_move_fits() {
    for text in ["Qa1xb2+", "bxa8=Q#", "O-O-O+"] {
        assert!(SanText::from(text).is_ok());
    }
}

#[test]
fn two_pawns_may_capture_en_passant() {
    let game = Game::of("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(game.why("xd6"), "the pawns on c5 and e5 can both go to d6");
    // One of them is pinned.
    read(
        "2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6 0 1",
        "exd6",
        &["xd6", "exd6", "e5d6"],
    );
}

#[test]
fn superfluous_origins_must_be_true() {
    let game = Game::of("");
    assert_eq!(game.why("Nb1f3"), "White's knight on b1 does not reach f3");
    assert_eq!(game.why("N2f3"), "White has no knight on rank 2");
    assert_eq!(game.why("d2e4"), "White's pawn on d2 does not reach e4");
}
