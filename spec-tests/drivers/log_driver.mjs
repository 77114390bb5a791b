// Connects an event log to the conformance suite: reads and writes lines of JSON. See DRIVER.md.
//
// Replace SmallLog by your log: change the methods between the two lines of dashes, and remove those
// that your log lacks. The unchanged template tests SmallLog, a small correct log at the end of this
// file.
import { createInterface } from "node:readline";

const GREETING = {
  name: "a small log in JavaScript",
  redoTail: "cuts", // a checkpoint "cuts" or "keeps" the redo tail, or is "behind" it
  observes: ["returns", "entries", "cursor", "checkpoints", "recent"], // what your log can show
  operations: ["reload", "kept", "other"], // remove "reload" if your log cannot be saved
  // remove "defaultCount" if undo and redo need a count
  supports: ["briefReplies", "defaultCount", "loneSurrogates"],
};

// ---------------------------------------------------------------------------------- your log

class Adapter {
  log = new SmallLog();

  append(event) {
    this.log.append(event);
  }
  checkpoint(name) {
    this.log.checkpoint(name);
  }
  undo(...count) { // one number or none
    return this.log.undo(...count);
  }
  undoTo(name) { // null if the checkpoint is not before the cursor
    return this.log.undoTo(name);
  }
  redo(...count) {
    return this.log.redo(...count);
  }
  recent(count) {
    return this.log.recent(count);
  }
  entries() { // events as appended, sentinels as objects
    return this.log.list.map((entry) =>
      "name" in entry ? { type: "checkpoint", name: entry.name } : entry.event);
  }
  cursor() {
    return this.log.cursor;
  }
  checkpoints() {
    return Object.fromEntries(this.log.names);
  }
  save() { // any JSON value
    return this.log.save();
  }
  load(saved) { // what save returned
    this.log = SmallLog.load(saved);
  }
}

// --------------------------------------------------------------------- nothing to change below

const RESULTS =
  { undo: "returns", undoTo: "returns", redo: "returns", recent: "returns", save: "saved" };

// Whether an error is a bug in this file and not a refusal by the log.
function isOwn(error) {
  if (error instanceof ReferenceError || error instanceof SyntaxError) return true;
  const place = String(error?.stack).split("\n").find((line) => line.trim().startsWith("at "));
  return error instanceof TypeError && Boolean(place?.includes(import.meta.url));
}

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

let kept = []; // the lists that the log has returned

function call(log, request) {
  if (request.do === "kept") return { returns: kept.flat() };
  try {
    const returned = log[request.do](...request.args);
    const result = RESULTS[request.do];
    if (result === "returns" && returned != null && !request.log) kept.push(returned);
    return result ? { [result]: returned ?? null } : {};
  } catch (error) {
    if (isOwn(error)) throw error;
    return { error: String(error) };
  }
}

function reply(log, request) {
  try {
    const answer = request.do === "new" ? {} : call(log, request);
    return request.state === false ? answer : { ...answer, state: state(log) };
  } catch (error) {
    console.error(error);
    return { fault: String(error) };
  }
}

async function main() {
  let logs = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const number = request.log ?? 1;
    if (request.do === "new") [logs, kept] = [{}, []];
    if (request.do === "load" || !logs[number]) logs[number] = new Adapter();
    const answer = request.do === "hello" ? GREETING : reply(logs[number], request);
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
}

// The example log.

class SmallLog {
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

  // null if the checkpoint is not before the cursor
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

  get list() {
    return this.#list;
  }

  get cursor() {
    return this.#cursor;
  }

  get names() {
    return this.#names;
  }

  save() {
    return { list: this.#list, cursor: this.#cursor, names: [...this.#names] };
  }

  static load({ list, cursor, names }) {
    const log = new SmallLog();
    log.#list = list;
    log.#cursor = cursor;
    log.#names = new Map(names);
    return log;
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

await main();
