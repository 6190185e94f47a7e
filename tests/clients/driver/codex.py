"""Codex: added as the README says, then its app server, which is what its own interfaces talk to."""

from .workplace import VERSIONS

PACKAGE = "@openai/codex"
NAME = f"Codex {VERSIONS['npm'][PACKAGE]}"


def check(workplace, truth, report):
    """Adds the server, lists its tools and makes every call."""
    codex = workplace.program(PACKAGE, "codex")
    workplace.run([codex, "mcp", "add", "wms", "--", *workplace.server])
    with workplace.talk([codex, "app-server"]) as app:
        app.ask("initialize", {"clientInfo": {"name": "mcp-wms-api-check", "version": "0"}})
        app.tell("initialized")
        servers = app.ask("mcpServerStatus/list", {})["result"]["data"]
        thread = app.ask("thread/start", {"ephemeral": True})["result"]["thread"]["id"]

        def call(tool, arguments):
            question = {"server": "wms", "threadId": thread, "tool": tool, "arguments": arguments}
            return app.ask("mcpServer/tool/call", question)

        answers = {tool: answer(call(tool, arguments)) for tool, arguments in truth.calls.items()}
        refused = answer(call(truth.refused_tool, truth.refused_arguments))
        unknown = call(truth.request()["unknown"], {})
    tools = [tool for server in servers if server["name"] == "wms" for tool in server["tools"]]
    said = unknown.get("error", {}).get("message", str(unknown))
    truth.judge(report, NAME, {"tools": tools, "answers": answers, "refused": refused, "unknown": said})


def answer(response):
    """The text of a result and whether it is an error."""
    result = response.get("result")
    if result is None:
        return {"text": str(response), "is_error": True}
    return {"text": "".join(block["text"] for block in result["content"]), "is_error": result["isError"]}
