/**
 * Journals: the records of a session, and where they are kept. Null arguments throw a {@link
 * NullPointerException}.
 *
 * <pre>
 * Journal           records by number; append or submit, read, snapshots, texts of versions
 * InMemoryJournal   as long as the program
 * FileJournal       in a folder, .fcp/NAME beside the document; survives what can be survived
 * JournalRecord     what happened; JournalRecordCodec writes it as JSON
 * Snapshot          a state written down, so that nobody has to begin before it
 * Durability        when records are forced: each, in intervals, never
 * SnapshotPolicy    when another snapshot pays
 * RecoveryReport    what was found when a file journal was opened
 * Upcasters         lift the events of older releases
 * Disk              the seam for disks that fail; Disk.system() is the real one
 * </pre>
 *
 * <p>How a session uses a journal: it hands over a record ({@link
 * dev.fcp.eventlog.journal.Journal#submit}), goes on from the state after it, and notifies nobody
 * before the receipt says that the record lasts. Records that are handed over meanwhile are forced
 * together.
 *
 * <p>Inside, from the outside in: {@code FileJournal} encodes records and puts the parts together;
 * {@code JournalWriter} is asked to write, and {@code JournalReader} to read; {@code JournalWork}
 * says what is to be done next, to the {@code Crew} of threads of which one at a time does it;
 * {@code Underway} numbers the records and keeps them until they last; {@code Lease} is the lock of
 * the process; {@code Segments} and {@code SegmentEnd} are where lines are added; {@code Recovery}
 * and {@code SegmentScan} read what is there; {@code JournalLine} is the frame of one line; {@code
 * JournalFolder} knows the names; {@code Relocation} brings them to another folder.
 */
package dev.fcp.eventlog.journal;
