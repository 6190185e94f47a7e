"""A throw-away directory in which clients are installed and run.

Everything in it is made for one run: the clients, a home directory, a link to the binary. Nothing of the caller's
environment reaches a client but PATH. What a client leaves running is found by the directory's path, and ended.
"""

import json
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from .children import LINGER_SECONDS, Dialogue, Failed, run

INSTALL_SECONDS = 300

VERSIONS = json.loads((Path(__file__).parent.parent / "versions.json").read_text())


class Workplace:
    """The directory and what runs in it."""

    def __init__(self, binary):
        self.root = Path(tempfile.mkdtemp(prefix="mcp-clients-")).resolve()
        self.home = self.root / "home"
        self.work = self.root / "work"
        for directory in (self.home, self.work, self.root / "tmp"):
            directory.mkdir()
        # A path of this run's own, by which its processes are told from others.
        self.binary = self.root / "mcp-wms-api"
        self.binary.symlink_to(Path(binary).resolve())
        # Written by the warehouse that the clients' servers read.
        self.settings = self.root / "warehouse.env"
        self.server = [str(self.binary), "--env-file", str(self.settings)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.leftovers() or ():
            end(pid)
        shutil.rmtree(self.root, ignore_errors=True)

    def place(self, name):
        """The folder a client is installed in."""
        return self.root / name.replace("/", "+")

    def install_npm(self, package):
        """Installs a package at its pinned version."""
        place = self.place(package)
        place.mkdir()
        (place / "package.json").write_text('{"private": true}')
        if shutil.which("npm") is None:
            raise Failed("there is no npm")
        pinned = f"{package}@{VERSIONS['npm'][package]}"
        options = ["--no-audit", "--no-fund", "--loglevel=error"]
        run(["npm", "install", *options, pinned], cwd=place, env=os.environ, seconds=INSTALL_SECONDS)

    def install_pypi(self, package):
        """Installs a package at its pinned version, in an environment of its own."""
        place = self.place(package)
        run([sys.executable, "-m", "venv", place], cwd=self.root, env=os.environ, seconds=INSTALL_SECONDS)
        pinned = f"{package}=={VERSIONS['pypi'][package]}"
        pip = [place / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, pinned], cwd=self.root, env=os.environ, seconds=INSTALL_SECONDS)

    def program(self, package, name):
        """The path of a program that a package brings."""
        return str(self.place(package) / "node_modules/.bin" / name)

    def environment(self, **more):
        """What a client gets to see: this run's own home, and Node from the registry before the system's."""
        node = self.place("node") / "node_modules/.bin"
        return {
            "PATH": f"{node}:{os.environ.get('PATH', os.defpath)}",
            "HOME": str(self.home),
            "TMPDIR": str(self.root / "tmp"),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            **more,
        }

    def run(self, command, accept=(0,), stdin="", **variables):
        """Runs a client's command; exit statuses other than those accepted are a failure."""
        environment = self.environment(**variables)
        return run(command, cwd=self.work, env=environment, stdin=stdin, accept=accept)

    def talk(self, command, **variables):
        """Starts a client that is spoken to line by line."""
        return Dialogue(command, self.work, self.environment(**variables))

    def leftovers(self):
        """Process ids of whatever still runs out of the directory, after a while for it to end; `None`: it can't be seen."""
        if not Path("/proc/self").exists():
            return None
        deadline = time.monotonic() + LINGER_SECONDS
        while (pids := self._running()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return pids

    def _running(self):
        marker = os.fsencode(self.root)
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if marker in entry.read_bytes() and int(entry.parent.name) != os.getpid():
                    found.append(int(entry.parent.name))
            except OSError:
                continue  # ended meanwhile
        return found


def end(pid):
    """Ends one process, if it still is there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
