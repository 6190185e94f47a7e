"""Child processes: each has a time-out, leads a group of its own, and is ended with it when the run is broken off."""

import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import NamedTuple

# On a machine that does other work, packing a debug binary of 90 MB alone took more than two minutes.
RUN_SECONDS = 300
# Clients end a server two seconds after they close its stdin; a slow machine gets some more.
LINGER_SECONDS = 10

_groups = set()
_stopping = threading.Event()


class Failed(Exception):
    """A command that did not do its work, in one line."""


class Output(NamedTuple):
    """What a command printed."""

    out: str
    err: str


def run(command, cwd, env, stdin="", accept=(0,), seconds=RUN_SECONDS):
    """Runs a command to its end; an exit status other than those accepted is a failure."""
    command = [str(part) for part in command]
    name = Path(command[0]).name
    child = start(command, cwd, env, subprocess.PIPE)
    try:
        out, err = child.communicate(stdin, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{name} took more than {seconds} s") from None
    finally:
        release(child)
    if child.returncode not in accept:
        said = " ".join((err.strip() or out.strip() or "no output").split())
        raise Failed(f"{name} ended with status {child.returncode}: {said[:300]}")
    return Output(out, err)


class Dialogue:
    """A child that answers JSON-RPC requests, one JSON message a line, until a time-out ends it."""

    def __init__(self, command, cwd, env):
        self._child = start(command, cwd, env, subprocess.DEVNULL)
        self._timer = threading.Timer(RUN_SECONDS, end_group, [self._child.pid])
        self._requests = 0

    def __enter__(self):
        self._timer.start()
        return self

    def __exit__(self, *_):
        try:
            self._child.stdin.close()
            self._child.wait(LINGER_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            pass  # ended below
        finally:
            self._timer.cancel()
            release(self._child)
            self._child.stdout.close()

    def tell(self, method):
        """Sends a notification."""
        self._send({"method": method})

    def ask(self, method, params):
        """Sends a request and returns the whole response, an error too."""
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        for line in self._child.stdout:
            message = json.loads(line)
            if message.get("id") == self._requests and "method" not in message:
                return message
        raise Failed(f"it ended, or {RUN_SECONDS} s passed, before it answered {method}")

    def _send(self, message):
        self._child.stdin.write(json.dumps(message) + "\n")
        self._child.stdin.flush()


def start(command, cwd, env, stderr):
    """Starts a child with pipes, unless the run is being broken off."""
    if _stopping.is_set():
        raise Failed("the run was broken off")
    pipe = subprocess.PIPE
    child = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=stderr, text=True, start_new_session=True
    )
    _groups.add(child.pid)
    return child


def release(child):
    """Ends a child that has not ended by itself, and forgets it."""
    if child.poll() is None:
        end_group(child.pid)
        child.wait()
    _groups.discard(child.pid)


def stop():
    """Ends every child there is and lets none start again."""
    _stopping.set()
    for group in list(_groups):
        end_group(group)


def end_group(group):
    """Ends a process group, if there still is one."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
