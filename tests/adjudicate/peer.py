"""What python-chess says of the games on standard input: a line of JSON a game.

Repetitions are counted by python-chess's own key of a position; claims, clocks, mates, stalemates and
insufficient material are what its board says.
"""

import collections
import json
import sys

import chess
import chess.pgn


def judge(game):
    board = game.board()
    seen = collections.Counter([board._transposition_key()])
    threefold = fifty = None
    most = 1
    for ply, move in enumerate(game.mainline_moves(), 1):
        board.push(move)
        if board.halfmove_clock == 0:
            seen.clear()
        key = board._transposition_key()
        seen[key] += 1
        most = max(most, seen[key])
        if threefold is None and board.halfmove_clock >= 8 and board.is_repetition(3):
            threefold = ply
        if fifty is None and board.halfmove_clock >= 100:
            fifty = ply
    return {
        "white": game.headers.get("White"),
        "readable": not game.errors,
        "threefold_ply": threefold,
        "fifty_ply": fifty,
        "repetitions_max": most,
        "halfmove_clock": board.halfmove_clock,
        "board": board.board_fen(),
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "insufficient": [board.has_insufficient_material(color) for color in (True, False)],
    }


def main():
    limit = int(sys.argv[1])
    for _ in range(limit):
        game = chess.pgn.read_game(sys.stdin)
        if game is None:
            break
        print(json.dumps(judge(game)))


main()
