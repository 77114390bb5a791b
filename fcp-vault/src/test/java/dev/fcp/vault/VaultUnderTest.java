package dev.fcp.vault;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.verbs.DocumentUnderTest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A session of a vault on which a test runs operations. Equal sessions make equal ULIDs. */
final class VaultUnderTest extends DocumentUnderTest<EntityModel<String, VaultFile>, VaultEvent> {

  private static final VaultLanguage LANGUAGE = new VaultLanguage();
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

  private VaultUnderTest(
      VaultLanguage language, Session<EntityModel<String, VaultFile>, VaultEvent> session) {
    super(language, session);
  }

  static VaultUnderTest of(InMemoryFolder folder) {
    return of(folder, LANGUAGE);
  }

  static VaultUnderTest of(InMemoryFolder folder, VaultLanguage language) {
    if (!(new VaultFormat().read(archive(folder))
        instanceof ReadResult.Readable<EntityModel<String, VaultFile>> readable)) {
      throw new AssertionError("unreadable");
    }
    SessionSettings settings = new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(1)));
    return new VaultUnderTest(
        language,
        Session.open(language.domain(), readable, ANN, InMemoryJournal.empty(), settings));
  }

  /** The vault that is read from a folder. */
  static EntityModel<String, VaultFile> read(InMemoryFolder folder) {
    return new VaultDomain().withContents(folder).folderFormat().read(folder.manifest());
  }

  /** The vault that is read from the folder of another one. */
  static EntityModel<String, VaultFile> reread(EntityModel<String, VaultFile> vault) {
    Map<String, TextFile> texts = new HashMap<>();
    for (VaultFile file : vault.entities().values()) {
      if (file instanceof TextFile text) {
        texts.put(text.entry().sha256(), text);
      }
    }
    var format = new VaultDomain().withContents(hash -> texts.get(hash).bytes()).folderFormat();
    return format.read(format.manifest(vault));
  }

  /** The archive of a folder. */
  static byte[] archive(InMemoryFolder folder) {
    return new VaultFormat().write(read(folder), List.of());
  }

  /** A small campaign: two characters, a timeline, threads, and files with unusual bytes. */
  static InMemoryFolder campaign() {
    return InMemoryFolder.of(
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
        "plain.txt",
        "---\na: b\n---\n## No heading\n",
        "empty.md",
        "");
  }

  static VaultUnderTest ofCampaign() {
    return of(campaign());
  }

  /** The content of the folder that a save would write. */
  InMemoryFolder folder() {
    return InMemoryFolder.of(new VaultDomain().folderFormat(), model());
  }

  /** The text of a file that a save would write. */
  String text(String path) {
    return folder().text(path);
  }
}
