#!/usr/bin/env python3
"""Expected values for the formulae of `annotate`, written from the formulae alone.

python3 tests/annotate/formulas.py > testdata/annotate/formulas.tsv
"""
import math
import random


def clamp(x, a, b):
    return max(a, min(b, x))


def wc(cp):
    return clamp(2 / (1 + math.exp(-0.00368208 * cp)) - 1, -1, 1)


def as_cp(score):
    kind, n = score
    return n if kind == "cp" else (1000 if n > 0 else -1000)


def win(score):
    return 50 + 50 * wc(clamp(as_cp(score), -1000, 1000))


def acc(before, after):
    if after >= before:
        return 100.0
    return clamp(103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411 + 1, 0, 100)


def judge(prev, cur, white):
    sign = 1 if white else -1
    (pk, p), (ck, c) = (prev[0], sign * prev[1]), (cur[0], sign * cur[1])
    if pk == "cp" and ck == "cp":
        delta = wc(p) - wc(c)
        for cut, name in ((0.3, "Blunder"), (0.2, "Mistake"), (0.1, "Inaccuracy")):
            if delta >= cut:
                return name
        return "-"
    if pk == "cp" and ck == "mate" and c < 0:
        return "Inaccuracy" if p < -999 else "Mistake" if p < -700 else "Blunder"
    if pk == "mate" and p > 0 and ck == "cp":
        return "Inaccuracy" if c > 999 else "Mistake" if c > 700 else "Blunder"
    if pk == "mate" and p > 0 and ck == "mate" and c < 0:
        return "Blunder"
    return "-"


def pstdev(xs):
    m = sum(xs) / len(xs)
    return math.sqrt(sum((x - m) ** 2 for x in xs) / len(xs))


def game(scores, white_first):
    W = [win(("cp", 15))] + [win(s) for s in scores]
    n = len(scores)
    w = clamp(n // 10, 2, 8)
    head = [W[:w]] * (min(w, n + 1) - 2)
    windows = head + [W[i:i + w] for i in range(len(W) - w + 1)]
    weights = [clamp(pstdev(x), 0.5, 12) for x in windows]
    assert len(weights) >= n
    out = []
    for side in (True, False):
        moves = []
        for i in range(n):
            if ((i % 2 == 0) == white_first) != side:
                continue
            b, a = (W[i], W[i + 1]) if side else (100 - W[i], 100 - W[i + 1])
            moves.append((acc(b, a), weights[i]))
        if not moves:
            out.append(None)
            continue
        weighted = sum(a * k for a, k in moves) / sum(k for _, k in moves)
        harmonic = len(moves) / sum(1 / max(1, a) for a, _ in moves)
        out.append((weighted + harmonic) / 2)
    return out


def acpl(scores, white_first):
    cps = [15] + [clamp(as_cp(s), -1000, 1000) for s in scores]
    out = []
    for side in (True, False):
        losses = [max(0, (cps[i] - cps[i + 1]) * (1 if side else -1)) for i in range(len(scores))
                  if ((i % 2 == 0) == white_first) == side]
        out.append(math.floor(sum(losses) / len(losses) + 0.5) if losses else None)
    return out


def text(score):
    return f"#{score[1]}" if score[0] == "mate" else str(score[1])


def show(x):
    return "-" if x is None else f"{x:.9f}" if isinstance(x, float) else str(x)


random.seed(1851)
for cp in (0, 1, -1, 15, 35, -100, 100, 250, -399, 999, 1000, 1001, -5000):
    print("win", cp, f"{win(('cp', cp)):.9f}", sep="\t")
for before, after in ((50, 50), (50, 60), (50, 49.9), (50, 45), (60, 30), (99, 1), (97.5, 0)):
    print("move", before, after, f"{acc(before, after):.9f}", sep="\t")
values = [("cp", c) for c in (-1200, -999, -800, -701, -700, -300, -60, 0, 15, 90, 300, 700, 701, 999, 1000)]
values += [("mate", m) for m in (-5, -1, 1, 7)]
for prev in values:
    for cur in values:
        for white in (True, False):
            print("judge", text(prev), text(cur), "white" if white else "black", judge(prev, cur, white), sep="\t")
for n in (1, 2, 3, 9, 19, 20, 21, 40, 77, 80, 95, 160, 301):
    for white_first in (True, False):
        cp, scores = 15, []
        for _ in range(n):
            cp += int(random.gauss(0, 60 if random.random() < 0.8 else 300))
            scores.append(("mate", random.choice([-9, -2, 3, 8])) if random.random() < 0.03 else ("cp", cp))
        a, l = game(scores, white_first), acpl(scores, white_first)
        print("game", "white" if white_first else "black", " ".join(map(text, scores)), *(show(x) for x in a + l), sep="\t")
