"""What was checked and how it went: one line a check, a count at the end."""


class Report:
    """Prints each outcome as it is known, and counts."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, problem=None):
        """Passes if there is no problem."""
        if problem is None:
            self.passed += 1
            self._say(f"ok       {name}")
        else:
            self.failed += 1
            self._say(f"FAILED   {name}: {problem}")

    def skip(self, name, reason):
        """A skipped client is one nobody has tested: the line must be seen."""
        self.skipped += 1
        self._say(f"SKIPPED  *** {name}: NOT TESTED, because {reason} ***")

    def close(self):
        """Prints the count and returns the exit status."""
        self._say(f"\n{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0

    @staticmethod
    def _say(line):
        print(line, flush=True)
