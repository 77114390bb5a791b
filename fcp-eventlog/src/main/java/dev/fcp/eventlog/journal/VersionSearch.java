package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Determines whether a journal contains a version of its document, without opening it: searches the
 * names of the sources, then the text of the newest snapshot and of the segments for the hash.
 */
final class VersionSearch {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final JournalFolder folder;

  VersionSearch(JournalFolder folder) {
    this.folder = folder;
  }

  /** Whether a version with this hash was opened, merged, saved or about to be saved. */
  boolean finds(String hash) throws IOException {
    if (!HASH.matcher(hash).matches() || !folder.holdsJournal()) {
      return false;
    }
    if (folder.disk().sizeBytes(folder.source(hash)).isPresent()) {
      return true;
    }
    for (Path file : newestFirst()) {
      // A snapshot is never compressed as a file.
      byte[] bytes = folder.lines(file).read();
      if (new String(bytes, StandardCharsets.ISO_8859_1).contains('"' + hash + '"')) {
        return true;
      }
    }
    return false;
  }

  /**
   * The files to search, newest first. The newest snapshot contains saves whose records were
   * pruned.
   */
  private List<Path> newestFirst() throws IOException {
    List<Path> files = new ArrayList<>();
    List<Long> snapshots = folder.snapshots();
    if (!snapshots.isEmpty()) {
      files.add(folder.snapshot(snapshots.get(snapshots.size() - 1)));
    }
    folder.segments().reversed().forEach(first -> files.add(folder.segment(first)));
    return files;
  }
}
