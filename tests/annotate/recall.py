#!/usr/bin/env python3
"""How many of the mistakes and blunders that Lichess marks an engine finds, and how many it marks besides.

    zstd -dc ../shared/corpora/bulk/lichess-evalclk-corentings-big.pgn.zst > games.pgn
    python3 tests/annotate/recall.py target/release/chesstool games.pgn FIRST COUNT NODES [ENGINE...]

Takes COUNT games that Lichess has analysed, from number FIRST on (0 is the first), lets `chesstool annotate` value them anew
with every engine, and compares move by move: same move, same or neighbouring class. Needs the package `chess`.
The built-in engine's network has learnt from the games of this file from number 120 on (see `examples/train_network.rs`):
take earlier ones.
"""
import io
import json
import os
import subprocess
import sys
import tempfile

import chess.pgn

CLASS = {6: 1, 2: 2, 4: 3}
NAMES = {"inaccuracy": 1, "mistake": 2, "blunder": 3}


def games(path, first, count):
    text = open(path, encoding="utf-8", errors="replace")
    seen = 0
    while (game := chess.pgn.read_game(text)) is not None:
        evals = sum("%eval" in node.comment or node.eval() is not None for node in game.mainline())
        if evals < 20 or evals < 0.9 * game.end().ply() or game.headers.get("Variant", "Standard") != "Standard":
            continue
        if first <= seen < first + count:
            yield game
        seen += 1
        if seen >= first + count:
            return


def main():
    tool, path, first, count, nodes = sys.argv[1:6]
    engines = sys.argv[6:] or ["builtin", "/usr/games/stockfish"]
    chosen = list(games(path, int(first), int(count)))
    marks = []
    for game in chosen:
        marks.append({node.ply(): CLASS[nag] for node in game.mainline() for nag in node.nags if nag in CLASS})
    folder = tempfile.mkdtemp()
    bare = os.path.join(folder, "bare.pgn")
    with open(bare, "w", encoding="utf-8") as out:
        for game in chosen:
            out.write(game.accept(chess.pgn.StringExporter(headers=True, variations=False, comments=False)) + "\n\n")
    wanted = sum(rank >= 2 for game in marks for rank in game.values())
    plies = sum(game.end().ply() for game in chosen)
    print(f"{len(chosen)} games, {plies} plies, {wanted} mistakes and blunders marked by Lichess")
    for engine in engines:
        report = os.path.join(folder, "report.jsonl")
        subprocess.run([tool, "annotate", "-q", "-j2", "--engine", engine, "--nodes", nodes, "--report", report, bare],
                       stdout=subprocess.DEVNULL, check=True)
        found = false = 0
        rows = [json.loads(line) for line in open(report, encoding="utf-8")]
        for game, row in zip(marks, rows, strict=True):
            ours = {critical["ply"]: NAMES[critical["judgement"]] for critical in row["critical"]}
            found += sum(rank >= 2 and abs(ours.get(ply, -9) - rank) <= 1 for ply, rank in game.items())
            false += sum(rank >= 2 and abs(game.get(ply, -9) - rank) > 1 for ply, rank in ours.items())
        print(f"{engine}: recall {found}/{wanted} = {found / max(wanted, 1):.3f}, false alarms {false}")


main()
