package dev.fcp.blocks;

import dev.fcp.eventlog.journal.Journal;
import java.util.List;

/** Journals that hold blocks without a folder of files, such as tables of a database. */
public interface BlockJournals {

  /** Opens the journal of a block; an empty one if it has none. */
  Journal open(String agent, String label);

  /** The labels of the journals of an agent, sorted; a journal without records is no block. */
  List<String> labels(String agent);

  /** Deletes the journal of a block, which is closed. */
  void delete(String agent, String label);
}
