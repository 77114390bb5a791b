// The part of a driver that calls an undo stack from the npm registry; the test adds the rest from
// the template. The first argument names the package.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [PACKAGE, FOLDER] = process.argv.slice(2);

const GREETING = {
  name: PACKAGE,
  observes: ["returns", "canUndo", "canRedo"],
  has: ["append", "undo", "redo", "other"],
  supports: ["briefReplies", "defaultCount", "loneSurrogates"],
};

const load = (name) => createRequire(join(FOLDER, "any.js"))(name);

// Each stack calls moved with the event that it undoes or redoes.
const STACKS = {
  "undo-manager"(moved) {
    const stack = new (load("undo-manager"))();
    return {
      append: (event) => stack.add({ undo: () => moved(event), redo: () => moved(event) }),
      undo: () => stack.undo(),
      redo: () => stack.redo(),
      canUndo: () => stack.hasUndo(),
      canRedo: () => stack.hasRedo(),
    };
  },
  "@reddojs/core"(moved) {
    const stack = load("@reddojs/core").createHistory({});
    return {
      append: (event) => stack.execute({ do: () => moved(event), undo: () => moved(event) }),
      undo: () => stack.undo(),
      redo: () => stack.redo(),
      canUndo: () => stack.canUndo,
      canRedo: () => stack.canRedo,
    };
  },
  "simple-undo"(moved) { // stores states, not events
    let state = [];
    const stack = new (load("simple-undo"))({ provider: (done) => done(state) });
    stack.initialize(state);
    return {
      append: (event) => { state = [...state, event]; stack.save(); },
      undo: () => stack.undo((item) => { moved(state[state.length - 1]); state = item; }),
      redo: () => stack.redo((item) => { state = item; moved(state[state.length - 1]); }),
      canUndo: () => stack.canUndo(),
      canRedo: () => stack.canRedo(),
    };
  },
};

class Adapter {
  moved = [];
  stack = STACKS[PACKAGE]((event) => this.moved.push(event));

  append(event) {
    this.stack.append(event);
  }
  undo(count = 1) {
    return this.#repeat(this.stack.undo, count);
  }
  redo(count = 1) {
    return this.#repeat(this.stack.redo, count);
  }
  canUndo() {
    return this.stack.canUndo();
  }
  canRedo() {
    return this.stack.canRedo();
  }
  // The stacks move one event in a call.
  #repeat(step, count) {
    if (count < 0) throw new RangeError("a negative count");
    this.moved = [];
    for (let done = 0; done < count; done++) step();
    return this.moved;
  }
}

