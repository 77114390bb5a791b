/**
 * The session, which owns a model value, and its state as a fold over journal records.
 *
 * <pre>
 * Session      what callers do: step, batch, undo, redo, undoTo, checkpoint, saving, saved
 * Batch,Stage  what the bodies of batches and steps see
 * Ledger       the one place where the state moves
 * SessionState the fold: a state and a record give the next state
 * Replay       applies recorded steps, and holds them against their digests
 * Timeline     the line of undo and redo in the tree of all steps
 * JournalFold  the state that a journal tells of, from its first record or from a snapshot
 * StateSnapshot  a state written down; StepsOfJournal  the steps that it leaves to the records
 * ReadModel    what a Projection makes of a session, kept in step
 * FileVersions the texts of the file, and which state it holds
 * </pre>
 */
package dev.fcp.eventlog.session;
