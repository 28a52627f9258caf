#!/usr/bin/env python3
"""Plays whole games of Othello with an engine by the classes of NBoard itself [Welty n.d.]:

    git clone https://github.com/weltyc/othello
    git clone https://github.com/weltyc/novello
    tools/nboard_games/nboard_games.py --sources othello novello -- heelstone --protocol nboard

They start the engine, tell it the game as NBoard does, read its answers, and judge its moves. A JDK
has to be installed. One of their libraries is not published: what these games use of it is below.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

IMPORTS = "import java.util.*; import java.util.prefs.*;"
ANNOTATION = '@interface {name} {{ String value() default ""; }}'
ABSENT = {
    "org.jetbrains.annotations.NotNull": ANNOTATION,
    "org.jetbrains.annotations.Nullable": ANNOTATION,
    "lombok.EqualsAndHashCode": ANNOTATION,
    "lombok.ToString": ANNOTATION,
    "com.orbanova.common.feed.Handler": "interface Handler<T> {{ void handle(T item); }}",
    "com.orbanova.common.feed.Mapper": "interface Mapper<A, B> {{ B y(A item); }}",
    "com.orbanova.common.misc.ListenerManager": """class ListenerManager<T> {{
        private final List<T> listeners = new ArrayList<>();
        public void addListener(T listener) {{ listeners.add(listener); }}
        public List<T> getListeners() {{ return listeners; }}
    }}""",
    "com.orbanova.common.misc.Logger": """class Logger {{
        public static Logger logger(Class<?> of) {{ return new Logger(); }}
        public void info(String text) {{}}
        public void warn(String text) {{}}
    }}""",
    "com.orbanova.common.misc.Require": """class Require {{
        public static void isTrue(boolean is, String text) {{
            if (!is) throw new IllegalArgumentException(text);
        }}
        public static void isTrue(boolean is) {{ isTrue(is, "not so"); }}
        public static void notNull(Object... all) {{ for (Object one : all) isTrue(one != null); }}
        public static void eq(Object a, String text, Object b) {{ isTrue(a.equals(b), text); }}
        public static void leq(double a, String text, double b, String... more) {{
            isTrue(a <= b, text);
        }}
        public static void geq(double a, String text, double b) {{ isTrue(a >= b, text); }}
        public static void inRange(String text, int value, String name, int least, int most) {{
            isTrue(least <= value && value <= most, text);
        }}
    }}""",
    "com.orbanova.common.prefs.PrefSet": """class PrefSet {{
        public PrefSet(Class<?> of, String name) {{}}
        public void add(String key, String value) {{}}
        public void delete(String key) {{}}
        public void removeAll() throws BackingStoreException {{}}
        public Map<String, String> getMap() throws BackingStoreException {{
            return new HashMap<>();
        }}
    }}""",
}
"""What is asked of each class that is missing: its body."""


def write_absent(folder: Path) -> None:
    """Writes the missing classes."""
    for full, body in ABSENT.items():
        package, _, name = full.rpartition(".")
        file = folder.joinpath(*package.split("."), f"{name}.java")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"package {package};\n{IMPORTS}\npublic {body.format(name=name)}\n")


def main() -> int:
    """Compiles the classes and plays."""
    parser = argparse.ArgumentParser(description="whole games by the classes of NBoard")
    parser.add_argument("--sources", nargs=2, type=Path, required=True, metavar="CHECKOUT")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("engine", nargs="+", help="its command, after --")
    typed = parser.parse_args()
    program = shutil.which(typed.engine[0])
    if program is None:
        parser.error(f"{typed.engine[0]} is no program")
    command = [str(Path(program).resolve()), *typed.engine[1:]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_absent(folder / "absent")
        sources = [folder / "absent", *(checkout / "src" for checkout in typed.sources)]
        path = ":".join(map(str, sources))
        compile_all = ["javac", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", name]
        java = str(HERE / "NBoardGames.java")
        subprocess.run([*compile_all, "-sourcepath", path, java], check=True)
        numbers = [str(typed.games), str(typed.depth)]
        play = ["java", "-cp", name, "NBoardGames", " ".join(command), *numbers]
        return subprocess.run(play).returncode


if __name__ == "__main__":
    sys.exit(main())
