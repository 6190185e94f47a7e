"""The official Inspector's command line: strict lists in each era, every tool called, a load."""

import json

from .children import Failed
from .workplace import VERSIONS

PACKAGE = "@modelcontextprotocol/inspector"
NAME = f"Inspector {VERSIONS['npm'][PACKAGE]}"
LOAD = {"requests": 400, "concurrency": 16}
# What it ends with when a result is an error, after it has printed the result.
TOOL_ERROR = 5


def check(workplace, truth, report):
    """Runs all of it."""
    for era in ("legacy", "modern", "auto"):
        tools = listed(workplace, era)
        same = sorted(tools) == truth.tools
        report.check(f"{NAME} accepts the list strictly, {era}", None if same else f"it lists {tools}")
    answers = {tool: called(workplace, tool, arguments) for tool, arguments in truth.calls.items()}
    refused = called(workplace, truth.refused_tool, truth.refused_arguments)
    truth.judge(report, NAME, {"tools": list(tools), "answers": answers, "refused": refused})
    report.check(f"{NAME} makes {LOAD['requests']} calls, {LOAD['concurrency']} at once", load(workplace, truth))


def listed(workplace, era):
    """The names in the list; `--strict` fails on a schema that some client refuses, and this on its warnings too."""
    printed = inspect(workplace, "tools/list", "--protocol-era", era, "--strict")
    if printed.err.strip():
        raise Failed(f"it warns, {era}: {printed.err.strip()[:300]}")
    return [tool["name"] for tool in json.loads(printed.out)["result"]["tools"]]


def called(workplace, tool, arguments):
    """The text of one call and whether it is an error."""
    given = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
    printed = inspect(workplace, "tools/call", *given, accept=(0, TOOL_ERROR))
    result = json.loads(printed.out)["result"]
    return {"text": "".join(block["text"] for block in result["content"]), "is_error": result.get("isError", False)}


def load(workplace, truth):
    """What went wrong in many calls of one tool."""
    tool = "count_wms_entities"
    given = ["--tool-name", tool, "--tool-args-json", json.dumps(truth.calls[tool]), "--load"]
    sizes = ["--load-requests", LOAD["requests"], "--load-concurrency", LOAD["concurrency"]]
    result = json.loads(inspect(workplace, "tools/call", *given, *sizes).out)["result"]
    return None if result["ok"] == LOAD["requests"] else json.dumps(result)


def inspect(workplace, method, *options, accept=(0,)):
    """Runs one method on a server of its own."""
    command = [workplace.program(PACKAGE, "mcp-inspector"), "--cli", *workplace.server, "--method", method]
    return workplace.run([*command, *options, "--format", "json"], accept=accept)
