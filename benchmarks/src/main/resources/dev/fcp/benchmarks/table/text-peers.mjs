// Replays a recorded text with other libraries; prints a result on each line.
// Arguments: the gzipped recording, and how many edits to measure undo after.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as Y from 'yjs';
import { LoroDoc, UndoManager } from 'loro-crdt';
import * as A from '@automerge/automerge';

const trace = JSON.parse(gunzipSync(readFileSync(process.argv[2])));
const undoSize = Number(process.argv[3]);
const patches = trace.txns.flatMap((transaction) => transaction.patches);
const size = patches.length;
const warmUps = 5;
const warmUpEdits = 50_000;
const warmUpUndoEdits = 5_000;

// Offsets of the recording count code points, those of the libraries UTF-16 code units.
if (patches.some(([, , inserted]) => /[\ud800-\udfff]/.test(inserted))) throw new Error('offsets differ');

function print(row, size, subject, samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const result = { row, size, subject, median: sorted[sorted.length >> 1], min: sorted[0], max: sorted[sorted.length - 1] };
  console.log(JSON.stringify(result));
}

/** The processor time of this process, in ms. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function usedBytes() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const usage = process.memoryUsage();
  return usage.heapUsed + usage.external + usage.arrayBuffers;
}

function measure(subject, rounds, peer) {
  const edits = [];
  const loads = [];
  for (let i = 0; i < warmUps; i++) {
    peer.text(peer.load(peer.save(peer.replay(patches.slice(0, warmUpEdits)))));
  }
  for (let i = 0; i < rounds; i++) {
    const before = usedBytes();
    let start = now();
    const document = peer.replay(patches);
    edits.push(((now() - start) * 1000) / size);
    if (peer.text(document) !== trace.endContent) throw new Error(subject + ' has another text');
    if (i === 0) print('text.memory', size, subject, [(usedBytes() - before) / 1024]);
    const bytes = peer.save(document);
    if (i === 0) print('text.disk', size, subject, [bytes.length]);
    for (let j = 0; j < 5; j++) {
      start = now();
      const loaded = peer.text(peer.load(bytes));
      loads.push(now() - start);
      if (loaded !== trace.endContent) throw new Error(subject + ' loads another text');
    }
  }
  print('text.edit', size, subject, edits);
  print('text.load', size, subject, loads);
}

/** The recorded text after some edits; computed with a string. */
function textAfter(count) {
  let text = trace.startContent;
  for (const [offset, deleted, inserted] of patches.slice(0, count)) {
    text = text.slice(0, offset) + inserted + text.slice(offset + deleted);
  }
  return text;
}

/** Measures the undo of one of two authors, who take turns. */
function measureUndo(subject, open) {
  for (const count of [warmUpUndoEdits, undoSize]) {
    const { edit, text, undo } = open();
    patches.slice(0, count).forEach((patch, i) => edit(patch, i % 2 === 0 ? 'ann' : 'ben'));
    if (text() !== textAfter(count)) throw new Error(subject + ' has another text');
    const times = [];
    for (let i = 0; i < 40; i++) {
      const start = now();
      // During the warm-up, some edits of the author were deleted by the other one.
      if (!undo() && count === undoSize) throw new Error(subject + ' undid nothing');
      times.push(now() - start);
    }
    if (count === undoSize) print('text.undo', undoSize, subject, times);
  }
}

function apply(text, [offset, deleted, inserted]) {
  if (deleted > 0) text.delete(offset, deleted);
  if (inserted.length > 0) text.insert(offset, inserted);
}

measure('Yjs', 3, {
  replay(edits) {
    const document = new Y.Doc();
    const text = document.getText('text');
    for (const edit of edits) document.transact(() => apply(text, edit));
    return document;
  },
  text: (document) => document.getText('text').toString(),
  save: (document) => Y.encodeStateAsUpdate(document),
  load(bytes) {
    const document = new Y.Doc();
    Y.applyUpdate(document, bytes);
    return document;
  },
});
measureUndo('Yjs', () => {
  const document = new Y.Doc();
  const text = document.getText('text');
  const manager = new Y.UndoManager(text, { captureTimeout: 0, trackedOrigins: new Set(['ann']) });
  return {
    edit: (patch, author) => document.transact(() => apply(text, patch), author),
    text: () => text.toString(),
    undo: () => manager.undo() !== null,
  };
});

measure('Loro', 3, {
  replay(edits) {
    const document = new LoroDoc();
    const text = document.getText('text');
    for (const edit of edits) {
      apply(text, edit);
      document.commit();
    }
    return document;
  },
  text: (document) => document.getText('text').toString(),
  save: (document) => document.export({ mode: 'snapshot' }),
  load(bytes) {
    const document = new LoroDoc();
    document.import(bytes);
    return document;
  },
});
measureUndo('Loro', () => {
  const document = new LoroDoc();
  const text = document.getText('text');
  const manager = new UndoManager(document, { mergeInterval: 0, maxUndoSteps: undoSize, excludeOriginPrefixes: ['ben'] });
  return {
    edit(patch, author) {
      apply(text, patch);
      document.commit({ origin: author });
    },
    text: () => text.toString(),
    undo: () => manager.undo(),
  };
});

measure('Automerge', 1, {
  replay(edits) {
    let document = A.from({ text: '' });
    for (const [offset, deleted, inserted] of edits) {
      document = A.change(document, (draft) => A.splice(draft, ['text'], offset, deleted, inserted));
    }
    return document;
  },
  text: (document) => document.text,
  save: (document) => A.save(document),
  load: (bytes) => A.load(bytes),
});
