"""The checks of a build for another system against one for this system."""

import http.client
import signal
import subprocess
import time
from urllib.parse import urlsplit

from processes import PATIENCE, Engine, Failed, Lines, Skipped, ended, wait_until

LIMITED = ["timelimit none", "nodes 2000", "seed 1"]
# A build of a book that takes longer than any check.
LONG_BUILD = "book build long.book --game connect4 --plies 6 --nodes 1000000".split()


def same(build, native, *arguments, text=""):
    """Compare the output of both."""
    here, there = native.output(*arguments, text=text), build.output(*arguments, text=text)
    if here != there:
        raise Failed(f"{arguments} prints\n{there}\nand on this system\n{here}")
    return there


def dialogue(build, native):
    """a dialogue of commands"""
    commands = [
        "1 name",
        "version",
        "newgame tictactoe",
        "play B2",
        "legal_moves",
        "board",
        "undo",
        "solve moves",
        "play Z9",
        "nonsense",
        "newgame othello",
        *LIMITED,
        "genmove b",
        "position",
        "newgame stonehenge",
        "genmove b",
        "history",
        "quit",
    ]
    text = same(build, native, text="\n".join(commands) + "\n")
    return f"{len(commands)} commands, {len(text)} bytes of replies as on this system"


def end_of_input(build, native):
    """the end of the input"""
    text = build.output(text="newgame connect4\ntimelimit 0.1\nplay D1\ngenmove\n")
    replies = [reply for reply in text.split("\n\n") if reply]
    if len(replies) != 4 or not all(reply.startswith("=") for reply in replies):
        raise Failed(f"not four answers: {text}")
    return "every command is answered, exit code 0"


def carriage_returns(build, native):
    """lines that end as on Windows"""
    text = build.output(text="newgame tictactoe\r\nplay B2\r\nposition\r\n")
    if text != "=\n\n=\n\n= .../.X./... w\n\n":
        raise Failed(f"answered with {text!r}")
    return "read like others"


def interrupt(build, native):
    """`# interrupt` ends a search"""
    with Engine(build, "--game", "connect4", "--book", "off") as engine:
        engine.ask("timelimit none")
        engine.send("7 reg_genmove black\n")
        time.sleep(1)
        start = time.monotonic()
        engine.send("# interrupt\n")
        reply = engine.reply()
        took = time.monotonic() - start
        if not reply.startswith("=7 "):
            raise Failed(f"answered with {reply}")
        return f"{reply} after {took:.2f} s"


def processor_time(build, native):
    """the processor time"""
    with Engine(build, "--game", "connect4", "--book", "off") as engine:
        before = float(engine.ask("cputime"))
        engine.ask("timelimit 1")
        engine.ask("reg_genmove black")
        spent = float(engine.ask("cputime")) - before
    if not 0 < spent < 60:
        raise Failed(f"a search of a second took {spent} s")
    return f"a search of a second took {spent:.2f} s"


def hang_up(build, native):
    """a reader that closes the pipe"""
    if build.witness:
        return f"it leaves in the middle of a search, after {build.hung_up_on().strip()}"
    # Not a `Lines`, whose thread would keep the pipe open.
    process = build.start("--game", "connect4", "--book", "off")
    with ended(process):
        process.stdin.write("timelimit none\nreg_genmove black\n")
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(1)
        if process.poll() is not None:
            raise Failed("it ended by itself")
        start = time.monotonic()
        process.stdout.close()
        code = process.wait(PATIENCE)
        if code != 0:
            raise Failed(f"it ended with {code}")
        return f"it leaves in the middle of a search, after {time.monotonic() - start:.2f} s"


def game(build, native):
    """a whole game of two engines"""
    here, there = play(native), play(build)
    if here != there:
        raise Failed(f"they play {there}, and {here} on this system")
    moves, score = there
    return f"{len(moves)} moves, {score}, each as on this system"


def play(build):
    """The moves of a game that a build plays against itself, and its score."""
    with Engine(build) as black, Engine(build) as white:
        players = [black, white]
        for engine in players:
            for command in ["newgame connect4", *LIMITED]:
                engine.ask(command)
        moves = []
        while (score := black.answer("final_score")).startswith("?"):
            colour = "bw"[len(moves) % 2]
            mover, other = players if colour == "b" else players[::-1]
            moves.append(mover.ask(f"genmove {colour}"))
            other.ask(f"play {colour} {moves[-1]}")
        if (told := white.answer("final_score")) != score:
            raise Failed(f"Black says {score}, and White {told}")
    return moves, score[1:].strip()


def bench(build, native):
    """the signature of the search"""
    last = [side.output("bench", "--nodes", "20000").splitlines()[-1] for side in (native, build)]
    if not last[0].startswith("signature: ") or last[0] != last[1]:
        raise Failed(f"{last[1]}, and on this system {last[0]}")
    return last[1]


def book(build, native):
    """a book"""
    order = "book build t.book --game tictactoe --plies 9 --exact".split()
    for side in (native, build):
        (side.scratch / "t.book").unlink(missing_ok=True)
        side.output(*order)
    here, there = ((side.scratch / "t.book").read_bytes() for side in (native, build))
    if here != there:
        raise Failed("the books differ")
    build.output("book", "verify", "t.book")
    if list(build.scratch.glob("t.book*")) != [build.scratch / "t.book"]:
        raise Failed("a file was left beside the book")
    return f"{len(there)} bytes, as on this system, and verified"


def lock(build, native):
    """two builds of one book"""
    journal = build.scratch / "long.book.part"
    journal.unlink(missing_ok=True)
    with ended(build.start(*LONG_BUILD)):
        wait_until("there is a journal", lambda: journal.exists() and journal.stat().st_size)
        text = build.output(*LONG_BUILD, code=1)
    if "another program is building that book" not in text:
        raise Failed(f"the second says {text}")
    return "the second is refused"


def page(build, native):
    """the page over HTTP"""
    process = build.start("web", "--threads", "1", "--hash", "1")
    with ended(process):
        address = urlsplit(Lines(process).next())
        if address.hostname != "127.0.0.1":
            raise Failed(f"it serves {address.geturl()}")
        answers = [get(address, host) for host in (address.netloc, "elsewhere.example")]
    status, text = answers[0]
    if status != 200 or "Heelstone" not in text:
        raise Failed(f"it answers with {status}: {text}")
    if answers[1][0] == 200:
        raise Failed("it answers under any host name")
    return f"{len(text)} bytes; under another name {answers[1][0]}"


def get(address, host):
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    connection.request("GET", "/", headers={"Host": host})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def signalled(build, native):
    """an interrupt from the keyboard"""
    process = build.start("web", "--threads", "1", "--hash", "1")
    with ended(process):
        Lines(process).next()
        process.send_signal(signal.SIGINT)
        code = process.wait(PATIENCE)
    if code != 0:
        raise Failed(f"the server ended with {code}")
    return "the server ends normally"


def plain(build, native):
    """`play` line by line"""
    same(
        build,
        native,
        *"play --game tictactoe --white person".split(),
        text="B2\nmoves\nA1\nundo\nquit\n",
    )
    return "as on this system"


def screen(build, native):
    """the terminal's screen"""
    shell = " ".join([*build.command, "play", "--game", "tictactoe"])
    build.scratch.mkdir(parents=True, exist_ok=True)
    environment = {**build.environment, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    command = ["script", "-qec", f"stty rows 40 cols 100; {shell}", "/dev/null"]
    process = subprocess.Popen(
        command,
        cwd=build.scratch,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with ended(process):
        time.sleep(3)
        text, _ = process.communicate("q", timeout=PATIENCE)
    if "(os error 38)" in text:
        raise Skipped("the emulator lacks a system call that reading keys takes")
    if process.returncode != 0 or "Heelstone" not in text:
        raise Failed(f"it ended with {process.returncode} and showed {text!r}")
    return "drawn, and left by a key"


CHECKS = [
    dialogue,
    end_of_input,
    carriage_returns,
    interrupt,
    processor_time,
    hang_up,
    game,
    bench,
    book,
    lock,
    page,
    signalled,
    plain,
    screen,
]
