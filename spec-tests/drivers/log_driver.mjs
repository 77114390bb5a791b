// Drives an event log for the conformance suite: a line of JSON in, a line of JSON out.
//
// Put your log in place of MyLog: between the two lines of dashes are the nine methods to fill in.
// As it stands this tests a small correct log. See ../DRIVER.md.
import { createInterface } from "node:readline";

const GREETING = {
  name: "a small log in JavaScript",
  redoTail: "cuts", // a checkpoint over a redo tail "cuts" it or "keeps" it; leave out if neither
  observes: ["returns", "entries", "cursor", "checkpoints", "recent"], // what can be seen of it
};

// ---------------------------------------------------------------------------------- your log

class MyLog {
  #list = [];
  #cursor = 0;
  #names = new Map();

  append(event) {
    this.#add({ event });
  }

  checkpoint(name) {
    const at = this.#cursor;
    this.#add({ name });
    this.#names.set(name, at);
  }

  undo(count = 1) {
    if (count < 0) throw new RangeError("a negative count");
    const undone = [];
    while (undone.length < count && this.#cursor > 0) {
      this.#cursor--;
      undone.push(...this.#events(this.#cursor, this.#cursor + 1));
    }
    return undone;
  }

  // null if the checkpoint is not behind the cursor
  undoTo(name) {
    if (!this.#names.has(name)) throw new Error(`unknown checkpoint ${name}`);
    const at = this.#names.get(name);
    if (at >= this.#cursor) return null;
    const undone = this.#events(at, this.#cursor).reverse();
    this.#cursor = at;
    return undone;
  }

  redo(count = 1) {
    if (count < 0) throw new RangeError("a negative count");
    const redone = [];
    while (redone.length < count && this.#cursor < this.#list.length) {
      redone.push(...this.#events(this.#cursor, this.#cursor + 1));
      this.#cursor++;
    }
    return redone;
  }

  recent(count) {
    if (count < 0) throw new RangeError("a negative count");
    const applied = this.#events(0, this.#cursor);
    return applied.slice(Math.max(0, applied.length - count));
  }

  // events as they came, a sentinel as an object
  entries() {
    return this.#list.map((entry) =>
      "name" in entry ? { type: "checkpoint", name: entry.name } : entry.event);
  }

  cursor() {
    return this.#cursor;
  }

  checkpoints() {
    return Object.fromEntries(this.#names);
  }

  #add(entry) {
    this.#list.length = this.#cursor;
    for (const [name, at] of this.#names) if (at > this.#cursor) this.#names.delete(name);
    this.#list.push(entry);
    this.#cursor++;
  }

  #events(from, to) {
    return this.#list.slice(from, to).filter((entry) => "event" in entry).map(({ event }) => event);
  }
}

// --------------------------------------------------------------------- nothing to change below

function state(log) {
  const seen = {};
  for (const what of GREETING.observes) {
    if (what === "recent") {
      seen.recent = Object.fromEntries([0, 1, 2, 99].map((count) => [count, log.recent(count)]));
    } else if (what !== "returns") {
      seen[what] = log[what]();
    }
  }
  return seen;
}

function call(log, request) {
  try {
    const returns = log[request.do](...request.args);
    return ["append", "checkpoint"].includes(request.do) ? {} : { returns };
  } catch (error) {
    return { error: String(error) };
  }
}

let log = new MyLog();
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let reply = GREETING;
  if (request.do === "new") {
    log = new MyLog();
    reply = { state: state(log) };
  } else if (request.do !== "hello") {
    reply = { ...call(log, request), state: state(log) };
  }
  process.stdout.write(JSON.stringify(reply) + "\n");
}
