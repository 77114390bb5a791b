package dev.fcp.vault;

import static dev.fcp.vault.VaultFolders.SAVE;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A program that edits all files of a folder and saves them, again and again. */
public final class KilledSaver {

  /** The number of files. */
  static final int FILES = 20;

  private KilledSaver() {}

  /**
   * Runs until it is killed; prints the number of each round after its save.
   *
   * @param args the folder and the number of the first round
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    var document = VaultFolders.open(store, folder);
    for (int round = Integer.parseInt(args[1]); ; round++) {
      VaultFolders.edit(document, texts(round));
      VaultFolders.save(document);
      System.out.println(round);
      if (round % 7 == 0) {
        document.save(SAVE);
      }
    }
  }

  /** The files after a round: one of them exists in every other round only. */
  static Map<String, String> texts(int round) {
    Map<String, String> texts = new TreeMap<>();
    for (int i = 0; i < FILES; i++) {
      texts.put(
          "folder%d/%d.md".formatted(i % 3, i), "# File %d\n\nround %d\n".formatted(i, round));
    }
    texts.put("new/sometimes.md", round % 2 == 0 ? "" : "round " + round + "\n");
    return texts;
  }
}
