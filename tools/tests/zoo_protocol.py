"""The protocol of the zoo's engines, as the standard has it; with `--sin NAME`, with one breach of
it, for the tests of `check`."""

import os
import sys
import time

SIN = sys.argv[sys.argv.index("--sin") + 1] if "--sin" in sys.argv else ""
STANDARD = "protocol_version list_commands komi final_score reg_genmove showboard".split()
# It reads no records; that would need no test here.
STANDARD += ["loadsgf"] if SIN == "file-words" else []
COLORS = ("b", "w", "black", "white")
# Told at the end of the input only.
LATE: list[str] = []
MAX_ID = 2**31 - 1
KEPT = {"keep-nul": b"\x00", "keep-cr": b"\r", "keep-controls": bytes(range(1, 9))}.get(SIN, b"")
DROPPED = bytes(set(range(32)) - {*b"\t", *KEPT}) + b"\x7f"


class GameError(Exception):
    """The answer to a `?`."""


def commands():
    """The commands that come: the id, the words, and the line."""
    for data in _lines():
        size = 512 if SIN == "split" else len(data)
        for line in (data[start : start + size] for start in range(0, len(data), size)):
            words = _words(line)
            if words is not None:
                number = words[0] if words[0].isdigit() and words[0].isascii() else ""
                if number and (int(number) <= MAX_ID or SIN == "wrap-id"):
                    words = words[1:] or [""]
                else:
                    number = ""
                if SIN == "any-case":
                    words[0] = words[0].lower()
                yield number, words, " ".join(words)


def _lines():
    if SIN in ("chunks", "swallow"):
        while chunk := os.read(0, 65536):
            yield chunk if SIN == "chunks" else chunk.partition(b"\n")[0]
        return
    for line in sys.stdin.buffer:
        if line.endswith(b"\n") or SIN != "last-line":
            yield line
    if SIN == "eof-stays":
        time.sleep(60)
    if SIN == "lazy":
        os.write(1, b"".join(LATE))


def _words(line):
    """Those that are left of a line; None where it wants no reply."""
    line = line.rstrip(b"\n").translate(None, DROPPED)
    text = line.decode("utf-8", "strict" if SIN == "only-text" else "replace")
    if SIN != "no-comments":
        text = text.partition("#")[0]
    if SIN != "keep-tabs":
        text = text.replace("\t", " ")
    words = text.split(" ")
    words = words if SIN == "one-space" else list(filter(None, words))
    if any(words) or SIN == "answer-blank" and line or SIN == "answer-empty" and not line:
        return words or [""]
    return None


def reply(status, number, text):
    """The bytes of a reply."""
    lost = {"no-ids": True, "id-0": number == "0", "bare-failure": status == "?"}
    if lost.get(SIN):
        number = ""
    if SIN == "wrap-id" and number:
        number = str(int(number) % 2**31)
    end = {"crlf": "\r\n\r\n", "three-ends": "\n\n\n"}.get(SIN, "\n\n")
    again = 2 if SIN == "twice" and "perhaps" not in text else 1
    data = (f"{status}{number} {text}{end}" * again).encode()
    if SIN == "lazy":
        LATE.append(data)
        return b""
    return data


def is_number(word):
    """True for digits with a sign and a fraction, perhaps."""
    whole, point, fraction = word.removeprefix("-").partition(".")
    return whole.isdecimal() and (not point or fraction.isdecimal())


def check(name, arguments):
    """Raises GameError for arguments that do not fit."""
    numbers = [is_number(word) for word in arguments]
    fits = {
        "play": lambda: len(arguments) == 2 and arguments[0].lower() in COLORS,
        "genmove": lambda: len(arguments) == 1 and arguments[0].lower() in COLORS,
        "boardsize": lambda: numbers == [True],
        "komi": lambda: numbers == [True],
        "time_settings": lambda: numbers == [True] * 3,
    }
    if name in fits and not fits[name]():
        raise GameError("syntax error")
    if name == "boardsize" and arguments != ["3"]:
        raise GameError("unacceptable size")
    if name == "play" and arguments[1].lower() == "pass":
        raise GameError("illegal move")


def standard(game, name, known):
    """The answers that need no more than the game."""
    if name == "protocol_version":
        return "1" if SIN == "version-1" else "2"
    if name == "list_commands":
        rows = [word for word in known if SIN != "short-list" or word != "komi"]
        rows += ["perft"] if SIN == "lying-list" else []
        return (" " if SIN == "one-row" else "\n").join(rows)
    if name == "final_score":
        if game.result() == "unfinished":
            raise GameError("perhaps" if SIN == "score-words" else "cannot score")
        return game.result()
    if name == "loadsgf":
        raise GameError("no such file")
    if name == "showboard":
        return "\n" + game.position()
    return "" if name == "komi" else game.choose()


# Replacements of errors: the command, the error, and what is told; success where that is empty.
FORGIVEN = {
    "words": ("", "unknown command", "what?"),
    "forgive": ("", "syntax error", ""),
    "any-size": ("boardsize", "unacceptable size", ""),
    "any-undo": ("undo", "cannot undo", ""),
    "illegal-words": ("play", "illegal move", "not legal"),
}


def sinful(game, words, act):
    """The answer of `act`, or else the replacement."""
    name, *arguments = words
    before = list(game.moves)
    play = name == "play" and len(arguments) == 2
    if SIN == "sleepy" and name == "known_command":
        time.sleep(60)
    if SIN == "fragile" and name == "known_command":
        os._exit(4)
    if SIN == "slow" and name == "genmove":
        time.sleep(0.6)
    small = play and arguments[1] != arguments[1].upper() and SIN == "upper-vertices"
    long = play and arguments[0] not in ("b", "w") and SIN == "short-colors"
    picky = name == "komi" and SIN == "picky-komi" and len(arguments[0]) > 3
    clock = name == "time_settings" and SIN == "one-clock" and arguments[:1] != ["0"]
    if small or long or picky or clock or (play and arguments[1:] == ["pass"] and SIN == "no-pass"):
        raise GameError("syntax error")
    if name == "known_command" and SIN == "know-all":
        return "true"
    try:
        text = act()
    except GameError as error:
        command, meant, told = FORGIVEN.get(SIN, ("", "", ""))
        if SIN == "illegal-moves" and str(error) == "illegal move" and game.moves:
            game.moves.pop()
        if SIN in FORGIVEN and command in ("", name) and str(error) == meant:
            if not told:
                return ""
            raise GameError(told) from error
        raise
    forgetful = {"keep-board": "clear_board", "undo-nothing": "undo", "genmove-only": "genmove"}
    if forgetful.get(SIN) == name:
        game.moves = before
    if name == "reg_genmove" and SIN == "reg-plays":
        game.moves.append(text)
    return text


def begin():
    """Actions before the first command."""
    if SIN == "banner":
        os.write(1, b"Welcome\n")
    if SIN == "ignore-sigterm":
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def after_quit():
    """Actions between the reply to `quit` and the end."""
    if SIN == "quit-stays":
        time.sleep(60)
    if SIN == "quit-code":
        os._exit(3)
    if SIN == "quit-chats":
        os.write(1, b"= Good bye\n\n")
