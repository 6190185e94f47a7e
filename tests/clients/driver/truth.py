"""What the binary itself says, and whether a client got the same.

The measure is the binary's own `tools --json` and `call`, so that nothing here has to be kept in step with the tools but
one call of each in `calls.json`.
"""

import json
import re
from pathlib import Path

CALLS = json.loads((Path(__file__).parent.parent / "calls.json").read_text())

# These two differ from call to call; every other byte of a repeatable answer is the same while the simulator runs.
_VOLATILE = re.compile(r'"(?:as_of|request_id)":"[^"]*",?')


def comparable(text):
    """An answer without what differs from call to call."""
    return _VOLATILE.sub("", text)


class Truth:
    """The binary's tools, one call of each, and its answers to those that do not count from the time of the call."""

    def __init__(self, workplace):
        self._workplace = workplace
        listed = workplace.run([workplace.binary, "tools", "--json"]).out
        self.tools = sorted(tool["name"] for tool in json.loads(listed))
        known = {**CALLS["repeatable"], **CALLS["of_the_moment"]}
        self.without_call = [tool for tool in self.tools if tool not in known]
        self.calls = {tool: self._resolve(known[tool]) for tool in self.tools if tool in known}
        self.texts = {tool: self._text(tool, self.calls[tool]) for tool in self.tools if tool in CALLS["repeatable"]}
        (self.refused_tool, self.refused_arguments), = CALLS["refused"].items()
        self.refused_text = self._text(self.refused_tool, self.refused_arguments)

    def request(self):
        """What a session is asked to do: every call, one that is refused, one of a tool that does not exist."""
        return {
            "server": self._workplace.server,
            "calls": self.calls,
            "refused": {"name": self.refused_tool, "arguments": self.refused_arguments},
            "unknown": CALLS["unknown"],
        }

    def judge(self, report, client, transcript):
        """Checks what a client got; a part of the transcript that the client can't show is left out of it."""
        if "protocol" in transcript:
            wanted, spoken = transcript["protocol"]
            report.check(f"{client} speaks {wanted}", None if spoken == wanted else f"it speaks {spoken}")
        tools = sorted(transcript["tools"])
        report.check(f"{client} lists the binary's {len(self.tools)} tools", _difference(tools, self.tools))
        answers = transcript["answers"]
        report.check(f"{client} gets an answer from each tool", self._unanswered(answers))
        report.check(f"{client} gets the binary's own text in {len(self.texts)} calls", self._unequal(answers))
        if "refused" in transcript:
            report.check(f"{client} passes a refusal on whole", self._unrefused(transcript["refused"]))
        if "unknown" in transcript:
            told = CALLS["unknown"] in transcript["unknown"]
            problem = None if told else f"it says only: {transcript['unknown']}"
            report.check(f"{client} says that a tool does not exist", problem)

    def _unanswered(self, answers):
        for tool in self.calls:
            answer = answers.get(tool)
            if answer is None:
                return f"{tool} was not answered"
            if answer["is_error"]:
                return f"{tool} failed: {answer['text'][:300]}"
            try:
                said = json.loads(answer["text"])
            except json.JSONDecodeError:
                return f"{tool} answered no JSON: {answer['text'][:300]}"
            if said.get("success") is not True or said.get("tool") != tool:
                return f"{tool} answered otherwise: {answer['text'][:300]}"
        return None

    def _unequal(self, answers):
        for tool, text in self.texts.items():
            got = answers.get(tool, {}).get("text", "")
            if comparable(got) != text:
                return f"{tool}: {_first_difference(comparable(got), text)}"
        return None

    def _unrefused(self, refused):
        if not refused["is_error"]:
            return "it is not marked as an error"
        got = comparable(refused["text"])
        return None if got == self.refused_text else _first_difference(got, self.refused_text)

    def _resolve(self, arguments):
        """Fills in an id that only the warehouse's data knows."""
        return {
            name: self._first_id(value["first_id_of"]) if isinstance(value, dict) else value
            for name, value in arguments.items()
        }

    def _first_id(self, tool):
        return json.loads(self._call(tool, {"limit": 1}))["rows"][0]["Id"]

    def _text(self, tool, arguments):
        return comparable(self._call(tool, arguments))

    def _call(self, tool, arguments):
        command = [*self._workplace.server, "call", tool, json.dumps(arguments)]
        # Status 1 is an answer too: a refusal.
        return self._workplace.run(command, accept=(0, 1)).out.rstrip("\n")


def _difference(got, wanted):
    missing = sorted(set(wanted) - set(got))
    extra = sorted(set(got) - set(wanted))
    if not missing and not extra and len(got) == len(wanted):
        return None
    return f"missing {missing}, not the binary's {extra}, {len(got)} in all"


def _first_difference(got, wanted):
    at = next((at for at, (one, other) in enumerate(zip(got, wanted)) if one != other), min(len(got), len(wanted)))
    start = max(0, at - 40)
    return f"differs at character {at}: got …{got[start:at + 40]!r}, wanted …{wanted[start:at + 40]!r}"
