"""The official SDKs: each runs a session script in its own runtime and hands the transcript back."""

import json
import shutil
from pathlib import Path

from .workplace import VERSIONS

SESSIONS = Path(__file__).parent.parent / "sessions"
LEGACY, MODERN = "2025-11-25", "2026-07-28"


def python(workplace, truth, report):
    """`mcp`, by handshake, without one, and as it chooses itself."""
    version = VERSIONS["pypi"]["mcp"]
    command = [workplace.place("mcp") / "bin/python", SESSIONS / "python_sdk.py"]
    for mode, protocol in (("legacy", LEGACY), (MODERN, MODERN), ("auto", MODERN)):
        transcript = session(workplace, truth, command, protocol, mode=mode)
        truth.judge(report, f"Python SDK {version}, {mode}", transcript)


def typescript_1(workplace, truth, report):
    """`@modelcontextprotocol/sdk`, which knows the handshake only and checks results most strictly."""
    package = "@modelcontextprotocol/sdk"
    modules = {"client": f"{package}/client/index.js", "stdio": f"{package}/client/stdio.js"}
    command = typescript_command(workplace, package)
    transcript = session(workplace, truth, command, LEGACY, modules=modules)
    truth.judge(report, f"TypeScript SDK {VERSIONS['npm'][package]}", transcript)


def typescript_2(workplace, truth, report):
    """`@modelcontextprotocol/client`, by handshake and as it chooses itself."""
    package = "@modelcontextprotocol/client"
    modules = {"client": package, "stdio": f"{package}/stdio"}
    command = typescript_command(workplace, package)
    for mode, protocol in (("legacy", LEGACY), ("auto", MODERN)):
        transcript = session(workplace, truth, command, protocol, modules=modules, mode=mode)
        truth.judge(report, f"TypeScript SDK {VERSIONS['npm'][package]}, {mode}", transcript)


def typescript_command(workplace, package):
    """The command that runs the session with the package's modules in reach."""
    script = workplace.place(package) / "session.mjs"
    shutil.copyfile(SESSIONS / "typescript_sdk.mjs", script)
    return [workplace.program("node", "node"), script]


def session(workplace, truth, command, protocol, **options):
    """Runs a session and pairs the protocol revision it should speak with the one it did."""
    request = json.dumps({**truth.request(), **options})
    transcript = json.loads(workplace.run(command, stdin=request).out)
    return {**transcript, "protocol": (protocol, transcript["protocol"])}
