"""Claude Code: added as the README says, then a whole turn with a stand-in for the model."""

from .stand_in_model import StandInModel
from .workplace import VERSIONS

PACKAGE = "@anthropic-ai/claude-code"
NAME = f"Claude Code {VERSIONS['npm'][PACKAGE]}"
PREFIX = "mcp__wms__"
# All tools in the first request, instead of a search for them in a later one; nothing but the model is contacted.
TURN = {
    "ENABLE_TOOL_SEARCH": "false",
    "MCP_CONNECTION_NONBLOCKING": "false",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "ANTHROPIC_API_KEY": "not-a-key",
}


def check(workplace, truth, report):
    """Adds the server, asks for its health, and lets the client make every call."""
    claude = workplace.program(PACKAGE, "claude")
    workplace.run([claude, "mcp", "add", "--scope", "user", "wms", "--", *workplace.server])
    health = workplace.run([claude, "mcp", "list"]).out.strip().splitlines()[-1]
    connected = health.startswith("wms:") and health.endswith("Connected") and "ailed" not in health
    report.check(f"{NAME}, `claude mcp add` and `claude mcp list`: connected", None if connected else health)

    calls = [*truth.calls.items(), (truth.refused_tool, truth.refused_arguments)]
    with StandInModel([(PREFIX + tool, arguments) for tool, arguments in calls]) as model:
        turn = [claude, "-p", "Call every tool.", "--allowedTools", PREFIX.rstrip("_")]
        workplace.run(turn, ANTHROPIC_BASE_URL=model.address, **TURN)
        results = [model.result(number) for number in range(len(calls))]
    tools = [name.removeprefix(PREFIX) for name in model.offered if name.startswith(PREFIX)]
    answers = {tool: result for (tool, _), result in zip(calls[:-1], results) if result}
    refused = results[-1] or {"text": "", "is_error": False}
    truth.judge(report, f"{NAME}, a turn", {"tools": tools, "answers": answers, "refused": refused})
