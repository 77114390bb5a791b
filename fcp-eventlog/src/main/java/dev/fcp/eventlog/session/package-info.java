/**
 * The session, which owns an immutable model, and its state as a fold over journal records.
 *
 * <pre>
 * Session              what callers use: step, batch, undo, redo, undoTo, checkpoint
 * Batch, StepBuilder   what the bodies of batches and steps use
 * CommitPipeline       the only place where the state changes
 * SessionState         the fold: a state and a record give the next state
 * Replay               applies recorded steps and compares the result with their digests
 * UndoStack            the steps of undo and redo, within the tree of all steps
 * StateLoader          folds a journal, from its first record or from a snapshot
 * StateSnapshot        writes and reads a state; LazySteps reads the steps it leaves to the records
 * ReadModel            what a Projection computes from a session, updated as the session changes
 * FileVersions         the known versions of the file, and which state it holds
 * </pre>
 */
package dev.fcp.eventlog.session;
