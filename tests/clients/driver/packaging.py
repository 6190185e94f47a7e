"""The bundle for desktop clients: validated by the official tool, then packed, unpacked and started as a client would."""

import json
import sys
from pathlib import Path

from .workplace import VERSIONS

PACKAGE = "@anthropic-ai/mcpb"
NAME = f"mcpb {VERSIONS['npm'][PACKAGE]}"
PACKAGING = Path(__file__).resolve().parent.parent.parent.parent / "packaging"
BUILD = PACKAGING / "mcpb/build"

# Only the platform in it matters here.
TARGET = "aarch64-apple-darwin" if sys.platform == "darwin" else "x86_64-unknown-linux-gnu"

FORM = {
    "url": "https://wms.example.com",
    "tenant": "MYTENANT",
    "username": "reader",
    "password": "not a password",
    "client_id": "client",
    "client_secret": "not a secret",
}


def check_facts(workplace, report):
    """Compares what the committed files say with the binary; needs no tool."""
    stale = workplace.run([BUILD, workplace.binary, "--check"], accept=(0, 1)).out.strip()
    report.check("the packaging names the binary's version and tools", stale.replace("\n", "; ") or None)


def check(workplace, _truth, report):
    """Validates, packs, unpacks and starts."""
    mcpb = workplace.program(PACKAGE, "mcpb")
    workplace.run([mcpb, "validate", PACKAGING / "mcpb/manifest.json"])
    report.check(f"{NAME} accepts the manifest")

    out, unpacked = workplace.root / "bundle", workplace.root / "unpacked"
    made = ["--target", TARGET, "--out", out, "--mcpb", mcpb]
    workplace.run([BUILD, workplace.binary, *made])
    bundle, = out.glob("*.mcpb")
    workplace.run([mcpb, "unpack", bundle, unpacked])
    report.check(f"{NAME} packs the bundle and unpacks it again")

    blank = profiles(workplace, unpacked, {})
    report.check("the bundle starts with a form left blank, and has no warehouse", None if blank == [] else f"{blank}")
    filled = [(row["profile"], row["tenant"], row["usable"]) for row in profiles(workplace, unpacked, FORM)]
    wanted = [("DEFAULT", FORM["tenant"], True)]
    report.check("the bundle starts with the form filled in", None if filled == wanted else f"{filled}")


def profiles(workplace, unpacked, form):
    """The warehouses that the bundle's server has when a form was filled in so."""
    manifest = json.loads((unpacked / "manifest.json").read_text())
    values = {f"${{user_config.{name}}}": value for name, value in form.items()}
    config = manifest["server"]["mcp_config"]
    command = config["command"].replace("${__dirname}", str(unpacked))
    # What was left blank arrives as the placeholder itself.
    variables = {name: values.get(value, value) for name, value in config["env"].items()}
    printed = workplace.run([command, *config["args"], "call", "list_profiles"], **variables)
    return json.loads(printed.out)["rows"]
