"""What the engines of `zoo.py` do. What few of them need is imported where it is needed: the tests
start thousands of them."""

import os
import sys
import time
from itertools import zip_longest

import zoo_protocol as protocol
from zoo_protocol import GameError

LINES = [
    "A1 B1 C1",
    "A2 B2 C2",
    "A3 B3 C3",
    "A1 A2 A3",
    "B1 B2 B3",
    "C1 C2 C3",
    "A1 B2 C3",
    "A3 B2 C1",
]
CELLS = sorted({cell for line in LINES for cell in line.split()})
OWN = "newgame timelimit depth nodes legal_moves to_move result printsgf history position".split()
OWN += ["position_key", "solve", "setup"]
COMMON = "name version known_command quit set_game boardsize clear_board play genmove undo".split()
COMMON += ["time_settings", *protocol.STANDARD]
SOLVED: dict[str, str] = {}


class Game:
    """Tic-tac-toe."""

    def __init__(self):
        self.moves = []
        self.params = dict(PARAMS)
        self.searches = 0

    def to_move(self):
        return "black" if len(self.moves) % 2 == 0 else "white"

    def won_by(self, side):
        mine = set(self.moves[side::2])
        return any(mine.issuperset(line.split()) for line in LINES)

    def result(self):
        if self.won_by(0) or self.won_by(1):
            return "B+1" if self.won_by(0) else "W+1"
        return "0" if len(self.moves) == 9 else "unfinished"

    def legal_moves(self):
        over = self.result() != "unfinished"
        return [] if over else [cell for cell in CELLS if cell not in self.moves]

    def play(self, color, move):
        if len(move) != 2 or not move[0].isalpha() or not move[1].isdigit():
            raise GameError("syntax error")
        if color.lower()[0] != self.to_move()[0] or move.upper() not in self.legal_moves():
            raise GameError("illegal move")
        self.moves.append(move.upper())

    def choose(self):
        """The first move that wins, else the first that leaves no win, else the first."""
        safe = []
        for move in self.legal_moves():
            self.moves.append(move)
            won = self.result() not in ("unfinished", "0")
            replies = self.legal_moves()
            lost = any(Game.ends(self.moves + [reply]) for reply in replies)
            self.moves.pop()
            if won:
                return move
            if not lost:
                safe.append(move)
        return (safe or self.legal_moves() or ["pass"])[0]

    @staticmethod
    def ends(moves):
        game = Game()
        game.moves = moves
        return game.won_by(0) or game.won_by(1)

    def position(self):
        marks = {cell: "XO"[i % 2] for i, cell in enumerate(self.moves)}
        rows = ["".join(marks.get(f"{c}{r}", ".") for c in "ABC") for r in (3, 2, 1)]
        return "/".join(rows) + " " + self.to_move()[0]

    def setup(self, rows="", turn=""):
        """Takes a position over; it is as if it had come about by moves from left to right."""
        cells = dict(zip([f"{c}{r}" for r in (3, 2, 1) for c in "ABC"], rows.replace("/", "")))
        sides = [[cell for cell in sorted(cells) if cells[cell] == mark] for mark in "XO"]
        moves = [cell for pair in zip_longest(*sides) for cell in pair if cell]
        if (
            len(cells) != 9
            or turn != "bw"[len(moves) % 2]
            or len(sides[0]) - len(sides[1]) not in (0, 1)
        ):
            raise GameError("this is no position")
        self.moves = moves

    def position_key(self):
        rows, turn = self.position().split()
        board, same = rows.split("/"), []
        for _ in range(4):
            board = ["".join(column) for column in zip(*board[::-1])]
            same += ["/".join(board), "/".join(row[::-1] for row in board)]
        return f"{min(same)} {turn}".encode().hex()

    def solve(self):
        if MODE == "unsolved":
            return "unknown"
        score, line = self.minimax()
        if score == 0:
            return "draw: " + " ".join(line)
        return f"{'win' if score > 0 else 'loss'} in {len(line)}: " + " ".join(line)

    def minimax(self):
        """The score for the side to move, higher when it wins sooner, and the best line."""
        if self.result() != "unfinished":
            return (0 if self.result() == "0" else len(self.moves) - 10), []
        best, name = (-99, []), self.position()
        for move in self.legal_moves() if name not in SOLVED else ():
            self.moves.append(move)
            score, line = self.minimax()
            self.moves.pop()
            best = max(best, (-score, [move, *line]), key=lambda found: found[0])
        return SOLVED.setdefault(name, best)

    def sgf(self):
        nodes = "".join(f";{'BW'[i % 2]}[{move}]" for i, move in enumerate(self.moves))
        result = "" if self.result() == "unfinished" else f"RE[{self.result()}]"
        return f"(;FF[4]GM[tictactoe]SZ[3]{result}{nodes})"


def option(name, default=None):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


# Some ways to fail have two names.
ALIASES = {"exit": "early-exit", "slow": "late", "stderr-flood": "stderr", "NUL": "nul"}
MODE = option("--mode", "ok")
MODE = ALIASES.get(MODE, MODE)
AT = int(option("--at", "1"))
ONCE = option("--once")
LOG = option("--log")
KNOWN = COMMON if "--foreign" in sys.argv else COMMON + OWN
KNOWN = KNOWN + [word for word in option("--also", "").split(",") if word]
SCORES = option("--scores", "").replace("_", " ").split(",")
EXPLAIN = "gomill-explain_last_move"
KNOWN = KNOWN + [EXPLAIN] if SCORES != [""] else KNOWN
KNOWN = [word for word in KNOWN if word != option("--lacks")]
BEST = option("--best")
STRAYS = ("orphan", "adopted", "stranger", "fugitive")
PARAMS = {"skill": 5, "idle": 50}


def start_stray():
    """Starts a process in a session of its own, and tells of it on stderr: one whose parent is
    gone, with this engine (`orphan`) or without it (`adopted`), or one without any environment
    (`stranger`), or one that is both (`fugitive`)."""
    import subprocess

    program = ["sleep", "60"]
    if MODE != "stranger":
        # The shell in between ends at once.
        program = ["sh", "-c", "sleep 60 >/dev/null 2>&1 </dev/null & echo $!"]
    empty = {"PATH": os.environ["PATH"]} if MODE in ("stranger", "fugitive") else None
    child = subprocess.Popen(
        program, env=empty, start_new_session=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if MODE != "stranger" else subprocess.DEVNULL,
    )  # fmt: skip
    pid = child.pid if MODE == "stranger" else int(child.communicate()[0])
    sys.stderr.write(f"stray {pid}\n")
    sys.stderr.flush()


def kill_myself(name):
    """Sends itself a signal."""
    import signal

    os.kill(os.getpid(), signal.Signals[name])


def now(mode):
    """True if that is to be done; with `--once`, only the first time."""
    if mode != MODE or (ONCE and os.path.exists(ONCE)):
        return False
    if ONCE:
        open(ONCE, "w").close()
    return True


def raw(data):
    """Writes until all is written or the reader is gone."""
    while data:
        data = data[os.write(1, data) :]


def misbehave(game, number):
    """Does what the mode says; whether that took the place of an answer."""
    wrong = {
        "garbage": b"\x00\xff hello\n",
        "words": b"=%s I play the centre\n\n",
        "nothing": b"=%s\n\n",
        "outside": b"=%s Z9\n\n",
        "unknown": b"=%s hello\n\n",
        "wrong-id": b"=99999 B2\n\n",
        "no-id": b"= B2\n\n",
        "comment": b"=%s B2#\n\n",
        "refuse": b"?%s I would rather not\n\n",
        "resign": b"=%s resign\n\n",
        "lower": b"=%s b2\r\n\r\n",
        "nul": b"=%s B\x002\n\n",
        "two-replies": b"=%s B2\n\n=%s B2\n\n",
        "illegal": b"=%s " + (game.moves[-1].encode() if game.moves else b"Z9") + b"\n\n",
    }
    for mode, reply in wrong.items():
        if now(mode):
            raw(reply.replace(b"%s", number))
            game.moves.append("B2")
            return True
    if now("crash"):
        kill_myself("SIGSEGV")
    elif now("abort"):
        sys.stderr.write("assertion failed: the king is here\n")
        sys.stderr.flush()
        os._exit(3)
    elif now("early-exit"):
        os._exit(0)
    elif now("close"):
        os.close(1)
        time.sleep(60)
    elif now("hang"):
        time.sleep(60)
    elif now("child"):
        # It keeps the pipes open when its parent is gone.
        import subprocess

        child = subprocess.Popen(["sleep", "60"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        os._exit(5)
    elif MODE in STRAYS and now(MODE):
        start_stray()
        if MODE == "orphan":
            os._exit(5)
    elif now("hoard"):
        # Far more than any cap in the tests.
        game.hoard = bytearray(2 << 30)
    elif now("late"):
        time.sleep(0.5)
    elif now("busy"):
        while time.process_time() < 0.5:
            pass
    elif now("stop"):
        # Others stop it, and let it go on.
        import subprocess

        subprocess.Popen(["sh", "-c", f"sleep 0.6; kill -CONT {os.getpid()}"])
        kill_myself("SIGSTOP")
    elif now("freeze"):
        kill_myself("SIGSTOP")
    elif now("flood"):
        while True:
            raw(b"x" * 65536)
    elif now("100MB"):
        for _ in range(1600):
            raw(b"x" * 65536)
    elif now("echo"):
        # The second reply comes when the next command may be on its way.
        raw(b"=%s B2\n\n" % number)
        time.sleep(0.05)
    elif now("empty-lines"):
        while True:
            raw(b"\n" * 65536)
    elif now("endless"):
        raw(b"=" + number + b" ")
        while True:
            raw(b"A")
            time.sleep(0.01)
    elif now("stderr"):
        for _ in range(200):
            os.write(2, b"thinking\n" * 7000)
    return False


def blunders(game):
    """True if it plays badly here: the same for the same position and parameters."""
    if BEST is None:
        return False
    import random

    draw = random.Random(f"{game.params} {game.moves}").random()
    return draw < abs(game.params["skill"] - int(BEST)) / 100


def param(game, name=None, value=None):
    """Lists the parameters, or sets one; a new game forgets that."""
    if name is None:
        return "\n".join(f"{name} {value} 0 100" for name, value in game.params.items())
    if name not in game.params or not 0 <= int(value) <= 100:
        raise GameError(f"no such value of {name}")
    game.params[name] = int(value)
    return ""


def answer(game, words, number):
    """The text of the reply."""
    name, *arguments = words
    if name == "param" and BEST is not None:
        return param(game, *arguments)
    if name not in KNOWN:
        raise GameError("unknown command")
    protocol.check(name, arguments)
    if name in protocol.STANDARD:
        return protocol.standard(game, name, KNOWN)
    if name in ("newgame", "clear_board", "set_game"):
        if name != "clear_board" and arguments[0].lower() not in ("tictactoe", "tic-tac-toe"):
            raise GameError("unsupported game")
        game.moves, game.params, game.searches = [], dict(PARAMS), 0
    elif name == "play":
        if now("deaf"):
            raise GameError("illegal move")
        if now("crash-in-play"):
            os._exit(7)
        if now("slow-play"):
            time.sleep(0.5)
        if now("freeze-in-play"):
            kill_myself("SIGSTOP")
        game.play(*arguments)
    elif name == "setup":
        game.setup(*arguments)
    elif name == "undo":
        if not game.moves:
            raise GameError("cannot undo")
        game.moves.pop()
    elif name == "genmove":
        game.searches += 1
        move = game.legal_moves()[-1] if blunders(game) else game.choose()
        if move != "pass":
            game.moves.append(move)
        return move
    elif name == "known_command":
        return "true" if arguments and arguments[0] in KNOWN else "false"
    elif name == EXPLAIN and game.searches:
        score = SCORES[min(game.searches, len(SCORES)) - 1]
        return score and f"depth 3 score {score} nodes {game.searches} pv B2 score 9"
    simple = {
        "name": lambda: option("--name", "Zoo"),
        "version": lambda: "1",
        "legal_moves": lambda: " ".join(game.legal_moves()),
        "to_move": game.to_move,
        "result": game.result,
        "printsgf": game.sgf,
        "history": lambda: " ".join(game.moves),
        "position": game.position,
        "position_key": game.position_key,
        "solve": game.solve,
    }
    return simple[name]() if name in simple else ""


def processors():
    """Those that it may run on, where the system tells."""
    if not hasattr(os, "sched_getaffinity"):
        return ""
    return " on " + ",".join(map(str, sorted(os.sched_getaffinity(0))))


def main():
    if LOG:
        with open(LOG, "a", encoding="utf-8") as log:
            log.write(f"pid {os.getpid()}{processors()}\n")
    if now("mute"):
        time.sleep(60)
    if now("stillborn"):
        sys.exit("no licence found")
    protocol.begin()
    game = Game()
    genmoves = 0
    for number, words, line in protocol.commands():
        if LOG:
            with open(LOG, "a", encoding="utf-8") as log:
                log.write(f"{number} {line}\n".lstrip())
        if words[0] == "genmove":
            genmoves += 1
            if genmoves == AT and misbehave(game, number.encode()):
                continue
        raw(reply(game, words, number))
        if words[0] == "quit":
            protocol.after_quit()
            return


def reply(game, words, number):
    """The bytes of a reply."""
    try:
        text = protocol.sinful(game, words, lambda: answer(game, words, number))
        return protocol.reply("=", number, text)
    except GameError as error:
        return protocol.reply("?", number, str(error))


def run():
    """Plays until its input ends."""
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
