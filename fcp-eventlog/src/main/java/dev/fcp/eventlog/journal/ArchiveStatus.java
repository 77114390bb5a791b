package dev.fcp.eventlog.journal;

import java.util.List;
import java.util.Optional;

/**
 * The archive of a journal, and what it contains.
 *
 * @param place the place of the archive; empty if the journal has no archive
 * @param objects the objects with records of the journal; those of pruned records first
 * @param missing those that are not in the archive
 * @param localBytes the size of the segments in the folder of the journal
 */
public record ArchiveStatus(
    Optional<String> place,
    List<ArchivedObject> objects,
    List<ArchivedObject> missing,
    long localBytes) {

  /** Copies the lists. */
  public ArchiveStatus {
    objects = List.copyOf(objects);
    missing = List.copyOf(missing);
  }
}
