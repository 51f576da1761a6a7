"""Compares what `convert` writes with python-chess, and Parquet, CSV and JSON Lines with each other by DuckDB.

usage: peer.py FOLDER, in which are games.pgn and, as {plies,games}.{jsonl,csv,parquet}, what was made of it.
Prints one JSON object: what was compared, and the first differences.
"""

import json
import sys
from pathlib import Path

import chess.pgn

FOLDER = Path(sys.argv[1])
differences = []


def differs(where, ours, theirs):
    if len(differences) < 20:
        differences.append(f"{where}: {ours!r} and {theirs!r}")


def score(node):
    """White's view in centipawns, and moves to mate, as `eval_cp` and `eval_mate` have them."""
    value = node.eval()
    if value is None:
        return None, None
    white = value.white()
    if white.mate() is not None:
        return None, white.mate()
    return white.score(), None


def groups():
    """The rows of each game that has moves."""
    group = []
    for line in (FOLDER / "plies.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        if group and group[0]["game"] != row["game"]:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def compare_with_python_chess():
    """Every ply of the main lines: SAN, UCI, FEN behind it, clock, evaluation.

    Games without moves have no rows, so games are paired in their order: python-chess takes a tag section with two
    empty lines behind it for a game of its own. A game with an error is none of ours.
    """
    games = plies = 0
    ours = groups()
    with (FOLDER / "games.pgn").open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            nodes = list(game.mainline())
            if not nodes or game.errors:
                continue
            games += 1
            rows = next(ours, [])
            where = f"game {games}" + (f", our {rows[0]['game']}" if rows else "")
            if len(rows) != len(nodes):
                differs(f"{where} plies", len(rows), len(nodes))
                break
            for row, node in zip(rows, nodes):
                plies += 1
                cp, mate = score(node)
                theirs = {
                    "san": node.san(),
                    "uci": node.uci(),
                    "fen_after": node.board().fen(),
                    "clock_seconds": node.clock(),
                    "eval_cp": cp,
                    "eval_mate": mate,
                }
                for name, value in theirs.items():
                    if row[name] != value:
                        differs(f"{where} ply {row['ply']} {name}", row[name], value)
    if (rows := next(ours, None)) is not None:
        differs("behind the last game", rows[0]["game"], None)
    return games, plies


def compare_tables():
    """Schema of Parquet; rows and sums of the three formats."""
    import duckdb

    connection = duckdb.connect()
    result = {}
    types = {
        "games": {
            "game": "BIGINT", "date": "DATE", "white_elo": "BIGINT", "base_seconds": "DOUBLE",
            "white": "VARCHAR", "movetext": "VARCHAR", "other_tags": "JSON",
        },
        "plies": {"ply": "BIGINT", "is_check": "BOOLEAN", "clock_seconds": "DOUBLE", "fen_after": "VARCHAR"},
    }
    sums = {
        "games": "count(*), sum(game), sum(ply_count), sum(white_elo), count(white_elo), count(date), "
        "sum(date_diff('day', DATE '1970-01-01', date)), sum(base_seconds), count(eco), sum(length(movetext)), "
        "count(distinct white), min(date), max(white)",
        "plies": "count(*), sum(game), sum(ply), sum(clock_seconds), count(clock_seconds), sum(eval_cp), "
        "count(eval_mate), sum(length(fen_after)), count(distinct fen_after), sum(is_check::int), sum(legal_moves), "
        "count(comment), sum(length(comment))",
    }
    for table in ("games", "plies"):
        parquet = f"read_parquet('{FOLDER}/{table}.parquet')"
        described = dict(
            row[:2] for row in connection.execute(f"describe select * from {parquet}").fetchall()
        )
        for name, kind in types[table].items():
            if described.get(name) != kind:
                differs(f"{table}.parquet {name}", described.get(name), kind)
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in described.items())
        csv = f"read_csv('{FOLDER}/{table}.csv', header=true, delim=',', quote='\"', escape='\"', columns={{{columns}}})"
        jsonl = f"read_json('{FOLDER}/{table}.jsonl', format='newline_delimited', columns={{{columns}}})"
        found = {
            name: connection.execute(f"select {sums[table]} from {source}").fetchone()
            for name, source in (("parquet", parquet), ("csv", csv), ("jsonl", jsonl))
        }
        for name in ("csv", "jsonl"):
            for ours, theirs in zip(found[name], found["parquet"]):
                same = ours == theirs
                if isinstance(ours, float) and isinstance(theirs, float):
                    same = abs(ours - theirs) <= 1e-9 * max(1.0, abs(theirs))
                if not same:
                    differs(f"{table}: {name} beside parquet", ours, theirs)
        result[table] = found["parquet"][0]
    return result


games, plies = compare_with_python_chess()
tables = compare_tables()
print(json.dumps({"games": games, "plies": plies, "tables": tables, "differences": differences}))
