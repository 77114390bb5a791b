"""Connects an event log to the conformance suite: reads and writes lines of JSON. See DRIVER.md.

Replace SmallLog by your log: change the methods between the two lines of dashes, and remove those
that your log lacks. The unchanged template tests SmallLog, a small correct log at the end of this
file.
"""
import json
import sys
import traceback

GREETING = {
    "name": "a small log in Python",
    "redoTail": "cuts",  # a checkpoint "cuts" or "keeps" the redo tail, or is "behind" it
    "observes": ["returns", "entries", "cursor", "checkpoints", "recent"],  # what your log can show
    "operations": ["reload", "kept", "other"],  # remove "reload" if your log cannot be saved
    # remove "defaultCount" if undo and redo need a count
    "supports": ["briefReplies", "defaultCount", "loneSurrogates"],
}

# ---------------------------------------------------------------------------------- your log


class Adapter:
    def __init__(self):
        self.log = SmallLog()

    def append(self, event):
        self.log.append(event)

    def checkpoint(self, name):
        self.log.checkpoint(name)

    def undo(self, *count):  # one number or none
        return self.log.undo(*count)

    def undo_to(self, name):  # None if the checkpoint is not before the cursor
        return self.log.undo_to(name)

    def redo(self, *count):
        return self.log.redo(*count)

    def recent(self, count):
        return self.log.recent(count)

    def entries(self):  # events as appended, sentinels as objects
        return [{"type": "checkpoint", "name": entry.name} if isinstance(entry, Sentinel) else entry
                for entry in self.log.list]

    def cursor(self):
        return self.log.position

    def checkpoints(self):
        return self.log.names

    def save(self):  # any JSON value
        return self.log.save()

    def load(self, saved):  # what save returned
        self.log = SmallLog.load(saved)


# --------------------------------------------------------------------- nothing to change below

RESULTS = {"undo": "returns", "undoTo": "returns", "redo": "returns", "recent": "returns",
           "save": "saved"}


def method_named(log, name):
    return getattr(log, "".join("_" + letter.lower() if letter.isupper() else letter
                                for letter in name))


def is_own(error):
    """Whether an error is a bug in this file and not a refusal by the log."""
    if isinstance(error, (NameError, ImportError, NotImplementedError)):
        return True
    place = traceback.extract_tb(error.__traceback__)[-1]
    return isinstance(error, (AttributeError, TypeError)) and place.filename == __file__


kept = []  # the lists that the log has returned


def state(log):
    seen = {}
    for what in GREETING["observes"]:
        if what == "recent":
            seen[what] = {str(count): log.recent(count) for count in (0, 1, 2, 99)}
        elif what != "returns":
            seen[what] = method_named(log, what)()
    return seen


def call(log, request):
    if request["do"] == "kept":
        return {"returns": [event for events in kept for event in events]}
    method = method_named(log, request["do"])
    try:
        returned = method(*request["args"])
    except Exception as error:
        if is_own(error):
            raise
        return {"error": str(error)}
    result = RESULTS.get(request["do"])
    if result == "returns" and returned is not None and "log" not in request:
        kept.append(returned)
    return {result: returned} if result else {}


def reply(log, request):
    try:
        answer = {} if request["do"] == "new" else call(log, request)
        return answer if request.get("state") is False else {**answer, "state": state(log)}
    except Exception as error:
        traceback.print_exc()
        return {"fault": repr(error)}


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    logs = {}
    for line in sys.stdin:
        request = json.loads(line)
        number = request.get("log", 1)
        if request["do"] == "new":
            logs.clear()
            kept.clear()
        if request["do"] == "load" or number not in logs:
            logs[number] = Adapter()
        answer = GREETING if request["do"] == "hello" else reply(logs[number], request)
        print(json.dumps(answer), flush=True)


# The example log.


class Sentinel:
    def __init__(self, name):
        self.name = name


class SmallLog:
    def __init__(self):
        self.list, self.position, self.names = [], 0, {}

    def append(self, event):
        del self.list[self.position:]
        self.names = {name: at for name, at in self.names.items() if at <= self.position}
        self.list.append(event)
        self.position += 1

    def checkpoint(self, name):
        at = self.position
        self.append(Sentinel(name))
        self.names[name] = at

    def undo(self, count=1):
        if count < 0:
            raise ValueError("a negative count")
        undone = []
        while count > len(undone) and self.position > 0:
            self.position -= 1
            undone += self.events(self.position, self.position + 1)
        return undone

    def undo_to(self, name):  # None if the checkpoint is not before the cursor
        at = self.names[name]  # an unknown name raises
        if at >= self.position:
            return None
        undone = self.events(at, self.position)[::-1]
        self.position = at
        return undone

    def redo(self, count=1):
        if count < 0:
            raise ValueError("a negative count")
        redone = []
        while count > len(redone) and self.position < len(self.list):
            redone += self.events(self.position, self.position + 1)
            self.position += 1
        return redone

    def recent(self, count):
        if count < 0:
            raise ValueError("a negative count")
        applied = self.events(0, self.position)
        return applied[max(0, len(applied) - count):]

    def save(self):
        entries = [{"name": entry.name} if isinstance(entry, Sentinel) else {"event": entry}
                   for entry in self.list]
        return {"entries": entries, "position": self.position, "names": self.names}

    @classmethod
    def load(cls, saved):
        log = cls()
        log.list = [entry["event"] if "event" in entry else Sentinel(entry["name"])
                    for entry in saved["entries"]]
        log.position, log.names = saved["position"], dict(saved["names"])
        return log

    def events(self, start, end):
        return [entry for entry in self.list[start:end] if not isinstance(entry, Sentinel)]


if __name__ == "__main__":
    main()
