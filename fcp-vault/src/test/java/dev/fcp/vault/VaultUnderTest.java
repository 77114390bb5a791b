package dev.fcp.vault;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.verbs.DocumentUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A session of a vault on which a test runs operations. Equal sessions make equal ULIDs. */
final class VaultUnderTest extends DocumentUnderTest<EntityModel<String, VaultFile>, VaultEvent> {

  private static final VaultLanguage LANGUAGE = new VaultLanguage();
  private static final VaultFormat FORMAT = new VaultFormat();
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

  private VaultUnderTest(
      VaultLanguage language, Session<EntityModel<String, VaultFile>, VaultEvent> session) {
    super(language, session);
  }

  static VaultUnderTest of(FolderContent folder) {
    return of(folder, LANGUAGE);
  }

  static VaultUnderTest of(FolderContent folder, VaultLanguage language) {
    byte[] archive = FORMAT.archive(folder);
    if (!(FORMAT.read(archive)
        instanceof ReadResult.Readable<EntityModel<String, VaultFile>> readable)) {
      throw new AssertionError("unreadable");
    }
    SessionSettings settings = new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(1)));
    return new VaultUnderTest(
        language,
        Session.open(language.domain(), readable, ANN, InMemoryJournal.empty(), settings));
  }

  /** A folder with text files by path. */
  static FolderContent folder(String... pathsAndTexts) {
    Map<String, FileContent> files = new TreeMap<>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      files.put(
          pathsAndTexts[i],
          FileContent.of(pathsAndTexts[i + 1].getBytes(StandardCharsets.UTF_8), false));
    }
    return FolderContent.of(files);
  }

  /** A small campaign: two characters, a timeline, threads, and files with unusual bytes. */
  static FolderContent campaign() {
    return folder(
        "canon/pcs/ann.md",
        """
        ---
        type: pc
        name: Ann
        location: the-salty-sigil   # an inn
        hp: 12
        gear:
          - rope
          - lamp
        ---

        # Ann

        * Fears the mill.
        """,
        "canon/npcs/mara.md",
        "\uFEFF---\r\ntype: npc\r\n---\r\n# Mara  \r\nNo final line end",
        "canon/timeline.md",
        """
        # Timeline

        ## Day 1

        ### Morning

        - The ship landed.

        ## Day 3

        ### Evening

        - The gate fell.
        """,
        "canon/open-threads.md",
        """
        ## High Priority

        <!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAV -->
        ### The heir
        - Last seen in Graywick
        - **Status:** New

        ## Medium Priority

        ### The mill
        - It turns at night.

        ## Completed

        ### ~~The ship~~
        - It came.
        - **Status:** Resolved
        """,
        "notes.md",
        "# Notes\n\n```\n## Day 1\n```\n",
        "empty.md",
        "");
  }

  static VaultUnderTest ofCampaign() {
    return of(campaign());
  }

  /** The content of the folder that a save would write. */
  FolderContent folder() {
    return FORMAT.writeFolder(model(), List.of());
  }

  /** The text of a file that a save would write. */
  String text(String path) {
    return ((FileContent.Text) folder().files().get(path)).text();
  }
}
