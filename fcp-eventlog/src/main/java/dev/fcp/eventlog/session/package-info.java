/**
 * The session, which owns an immutable model, and its state as a fold over journal records.
 *
 * <p>An edit passes through these classes in this order:
 *
 * <pre>
 * Session              the API: step, batch, undo, redo, undoTo, checkpoint
 * StepCommitter        runs the body of a step (Batch, StepBuilder), merges and squashes steps
 * CursorMover          moves the cursor for undo, redo, jumps and switches
 * CommitPipeline       the only code that changes the state: record, journal, publish, notify
 * StateFold            computes the next state from a state and a record
 * SessionState         the state: model, digest, file versions and undo stack
 * UndoStack            the applied and the undone steps, within the history of all steps
 * Replay               applies recorded steps and compares the result with their digests
 * </pre>
 *
 * <p>{@link dev.fcp.eventlog.session.StateLoader} loads the state of a journal; {@link
 * dev.fcp.eventlog.session.StateSnapshot} lets it start from a snapshot. Rollbacks, branches,
 * audit, historical views and groups are built on the session and its state. A {@link
 * dev.fcp.eventlog.session.ReadModel} keeps the value of a {@link
 * dev.fcp.eventlog.session.Projection} up to date.
 */
package dev.fcp.eventlog.session;
