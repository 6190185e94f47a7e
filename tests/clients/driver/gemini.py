"""Gemini CLI: added as the README says; without an account it goes no further than its health check."""

from .workplace import VERSIONS

PACKAGE = "@google/gemini-cli"
NAME = f"Gemini CLI {VERSIONS['npm'][PACKAGE]}"


def check(workplace, _truth, report):
    """Adds the server and asks for its health."""
    gemini = workplace.program(PACKAGE, "gemini")
    command, *arguments = workplace.server
    workplace.run([gemini, "mcp", "add", "--scope", "user", "wms", command, "--", *arguments])
    # It connects in trusted folders only.
    printed = workplace.run([gemini, "mcp", "list"], GEMINI_CLI_TRUST_WORKSPACE="true")
    health = (printed.out + printed.err).strip().splitlines()[-1]
    connected = "wms:" in health and health.endswith("- Connected")
    report.check(f"{NAME}, `gemini mcp add` and `gemini mcp list`: connected", None if connected else health)
