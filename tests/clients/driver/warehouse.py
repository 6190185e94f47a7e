"""One simulated warehouse that every client reads, so that the same call has the same answer whoever makes it, and when.

The demo makes its data from the moment it starts: the tasks of two demos that start minutes apart are not the same.
"""

import subprocess

from .children import Failed, release, start

# The demo's own profiles; the first is the default.
TENANTS = ("NORTH", "SOUTH", "GHOST")


class Warehouse:
    """The binary's simulator, whose address the workplace's settings name while it runs."""

    def __init__(self, workplace):
        self._workplace = workplace

    def __enter__(self):
        workplace = self._workplace
        command = [str(workplace.binary), "simulate"]
        self._simulator = start(command, workplace.work, workplace.environment(), subprocess.DEVNULL)
        printed = {}
        # The last of the settings that it prints; then it waits.
        while "WMS_CLIENT_SECRET" not in printed:
            line = self._simulator.stdout.readline()
            if not line:
                release(self._simulator)
                raise Failed("the simulator ended before it had printed its settings")
            name, _, value = line.rstrip("\n").partition("=")
            printed[name] = value
        # A server warns of a password that others may read.
        workplace.settings.touch(mode=0o600)
        workplace.settings.write_text(settings(printed))
        return self

    def __exit__(self, *_):
        release(self._simulator)
        self._simulator.stdin.close()
        self._simulator.stdout.close()


def settings(printed):
    """What the simulator printed for one profile, for each of its tenants."""
    lines = [f"WMS_PROFILE={TENANTS[0]}"]
    for tenant in TENANTS:
        for name, value in {**printed, "WMS_TENANT": tenant}.items():
            lines.append(f"{name.replace('WMS_', f'WMS_{tenant}_', 1)}={value}")
    return "\n".join(lines) + "\n"
