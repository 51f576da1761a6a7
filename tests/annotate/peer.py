"""Reads annotated games with python-chess: `python3 peer.py ORIGINAL ANNOTATED`; prints the counts, fails on any difference."""
import re
import sys

import chess.pgn


def read(path):
    text = open(path, encoding="utf-8", errors="surrogateescape")
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def human(comment):
    comment = re.sub(r"\[%eval [^\]]*\] ?", "", comment)
    comment = re.sub(r"\([^()]* → [^()]*\) [A-Z][a-z ]+\. \S+ was best\.", "", comment)
    return " ".join(comment.split())


games = evals = variations = clocks = comments = judged = 0
for old, new in zip(read(sys.argv[1]), read(sys.argv[2]), strict=True):
    games += 1
    assert not new.errors, new.errors
    before, behind = list(old.mainline()), list(new.mainline())
    assert [n.move for n in before] == [n.move for n in behind], old.headers
    for a, b in zip(before, behind, strict=True):
        assert a.clock() == b.clock()
        clocks += a.clock() is not None
        assert human(a.comment) == human(b.comment), (a.comment, b.comment)
        comments += bool(human(a.comment))
        evals += b.eval() is not None
        judged += bool(b.nags & {2, 4, 6} - a.nags)
        old_lines = {n.move for n in a.parent.variations[1:]}
        new_lines = {n.move for n in b.parent.variations[1:]}
        assert old_lines <= new_lines
        variations += len(new_lines)
        if b.eval() is None:
            assert b.board().is_game_over(), b.board().fen()
print(f"{games} games, {evals} evaluations, {judged} judged, {variations} variations, {clocks} clocks, {comments} comments")
