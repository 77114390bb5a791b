/**
 * Journals: the records of a session and their storage. Null arguments throw a {@link
 * NullPointerException}.
 *
 * <pre>
 * Journal           numbered records: append or submit, read; snapshots and sources
 * InMemoryJournal   a journal in memory
 * FileJournal       a journal in a folder, .fcp/NAME beside the document; recovers from damage
 * JournalRecord     one thing that happened; JournalRecordCodec encodes it as JSON
 * Snapshot          an encoded state, from which loading can start
 * Durability        when records are forced: each one, at intervals, or on request
 * SnapshotPolicy    when a snapshot is due
 * RecoveryReport    the result of recovering a file journal
 * Upcasters         convert the events of older releases
 * Disk              the disk operations of a file journal; tests implement failing disks
 * </pre>
 *
 * <p>A session uses a journal as follows: it submits a record ({@link
 * dev.fcp.eventlog.journal.Journal#submit}), continues with the state after it, and publishes that
 * state and notifies listeners only when the receipt reports that the record is durable. Records
 * submitted meanwhile are forced together.
 *
 * <p>The classes of a file journal: {@code FileJournal} encodes records and connects the parts.
 * {@code GroupCommit} decides which thread writes, numbers the records and keeps them until they
 * are durable. {@code ProcessTurn} is the lock between processes. {@code Segments} and {@code
 * SegmentEnd} append lines, and {@code JournalReader} reads them. {@code SegmentFile} reads a
 * segment, which may be compressed ({@code CompressedSegment}). {@code Recovery} and {@code
 * SegmentScan} read existing segments. {@code JournalLine} is the frame of one line. {@code
 * JournalFolder} determines the file names. {@code Relocation} moves a journal to another folder.
 */
package dev.fcp.eventlog.journal;
