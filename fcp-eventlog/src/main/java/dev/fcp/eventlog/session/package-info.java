/**
 * The session, which owns an immutable model, and its state as a fold over journal records.
 *
 * <p>An edit crosses these classes in this order:
 *
 * <pre>
 * Session              the API: step, batch, undo, redo, undoTo, checkpoint
 * StepCommitter        runs the body of a step (Batch, StepBuilder), merges and squashes steps
 * CursorMover          finds where undo, redo, jumps and switches go
 * CommitPipeline       the only place where the state changes: record, journal, publish, notify
 * StateFold            a state and a record give the next state
 * SessionState         that state: model, digest, file versions and undo stack
 * UndoStack            the steps that undo and redo go through, within the tree of all steps
 * Replay               applies recorded steps and compares the result with their digests
 * </pre>
 *
 * <p>{@link dev.fcp.eventlog.session.StateLoader} folds a whole journal, {@link
 * dev.fcp.eventlog.session.StateSnapshot} shortens that. Rollbacks, branches, audit, historical
 * views, read models and groups stand on the session and its state.
 */
package dev.fcp.eventlog.session;
