package dev.fcp.eventlog.journal;

/**
 * An object of an archive that contains records of a journal, as a compressed segment.
 *
 * @param name its name in the archive
 * @param sha256 the SHA-256 of its content
 * @param firstRecord the number of its first record
 * @param lastRecord the number of its last record
 * @param sizeBytes the size of its content
 * @param isPruned whether its records were pruned: they are no longer part of the journal
 */
public record ArchivedObject(
    String name,
    String sha256,
    long firstRecord,
    long lastRecord,
    long sizeBytes,
    boolean isPruned) {

  /** The object with the records of a compressed segment. */
  static ArchivedObject of(byte[] content, long firstRecord, long lastRecord, boolean isPruned) {
    String sha256 = FolderArchive.sha256(content);
    String name = "%012d-%012d-%s.jsonl.gz".formatted(firstRecord, lastRecord, sha256);
    return new ArchivedObject(name, sha256, firstRecord, lastRecord, content.length, isPruned);
  }
}
