"""A session of the official Python SDK, run by the Python it is installed in: request on stdin, transcript on stdout."""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters

READ_SECONDS = 30


async def session(request):
    """Lists the tools, makes every call, then one that is refused and one of a tool that does not exist."""
    command, *arguments = request["server"]
    server = StdioServerParameters(command=command, args=arguments)
    async with Client(server, mode=request["mode"], read_timeout_seconds=READ_SECONDS) as client:
        listed = await client.list_tools()
        answers = {}
        for tool, arguments in request["calls"].items():
            answers[tool] = answer(await client.call_tool(tool, arguments))
        refused = request["refused"]
        return {
            "protocol": client.protocol_version,
            "tools": [tool.name for tool in listed.tools],
            "answers": answers,
            "refused": answer(await client.call_tool(refused["name"], refused["arguments"])),
            "unknown": await error_of(client, request["unknown"]),
        }


def answer(result):
    """The text of a result and whether it is an error."""
    return {"text": "".join(block.text for block in result.content), "is_error": bool(result.is_error)}


async def error_of(client, tool):
    """The message of the error that a call raises."""
    try:
        return f"no error, but {await client.call_tool(tool, {})}"
    except MCPError as error:
        return str(error)


json.dump(asyncio.run(session(json.load(sys.stdin))), sys.stdout)
