"""Drives an event log for the conformance suite: a line of JSON in, a line of JSON out.

Put your log in place of MyLog: between the two lines of dashes are the nine methods to fill in.
As it stands this tests a small correct log. See ../DRIVER.md.
"""
import json
import sys

GREETING = {
    "name": "a small log in Python",
    "redoTail": "cuts",  # a checkpoint over a redo tail "cuts" it or "keeps" it; leave out if neither
    "observes": ["returns", "entries", "cursor", "checkpoints", "recent"],  # what can be seen of it
}

# ---------------------------------------------------------------------------------- your log


class Sentinel:
    def __init__(self, name):
        self.name = name


class MyLog:
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

    def undo_to(self, name):  # None if the checkpoint is not behind the cursor
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

    def entries(self):  # events as they came, a sentinel as an object
        return [{"type": "checkpoint", "name": entry.name} if isinstance(entry, Sentinel) else entry
                for entry in self.list]

    def cursor(self):
        return self.position

    def checkpoints(self):
        return self.names

    def events(self, start, end):
        return [entry for entry in self.list[start:end] if not isinstance(entry, Sentinel)]


# --------------------------------------------------------------------- nothing to change below

METHODS = {"append": "append", "checkpoint": "checkpoint", "undo": "undo", "undoTo": "undo_to",
           "redo": "redo", "recent": "recent"}


def state(log):
    seen = {}
    for what in GREETING["observes"]:
        if what == "recent":
            seen[what] = {str(count): log.recent(count) for count in (0, 1, 2, 99)}
        elif what != "returns":
            seen[what] = getattr(log, what)()
    return seen


def call(log, request):
    method = getattr(log, METHODS[request["do"]])
    try:
        returned = method(*request["args"])
    except Exception as error:
        return {"error": str(error)}
    return {} if request["do"] in ("append", "checkpoint") else {"returns": returned}


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    log = MyLog()
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "hello":
            reply = GREETING
        elif request["do"] == "new":
            log = MyLog()
            reply = {"state": state(log)}
        else:
            reply = call(log, request)
            reply["state"] = state(log)
        print(json.dumps(reply, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
