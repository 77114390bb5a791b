package dev.fcp.vault;

import static dev.fcp.vault.VaultFolders.SAVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A save of a folder that is killed, and the next open, which is killed too. */
@Clause({"DO-19", "DO-20", "DO-21"})
class KilledRecoveryTest {

  private static final Map<String, String> BEFORE =
      Map.of("a.md", "# A\n\none\n", "b.md", "b\r\nno end", "sub/c.md", "c\n");
  private static final Map<String, String> EDITS =
      Map.of("a.md", "A\n", "b.md", "B\n", "sub/c.md", "", "n/d.md", "d\n");
  private static final InstantSource START =
      InstantSource.fixed(Instant.parse("2026-02-03T04:05:06Z"));
  private static final InstantSource LATER = InstantSource.fixed(START.instant().plusSeconds(180));

  @TempDir private Path temporary;
  private int runs;
  private final Set<SaveStatus> found = EnumSet.noneOf(SaveStatus.class);

  /** A disk on which no call has an effect from the n-th on. */
  private static final class DyingDisk {
    private int count = Integer.MIN_VALUE;
    private int limit;

    Disk disk() {
      return FailingDisk.withoutForcing(Disk.system(), call -> count++ >= limit);
    }

    void dieAt(int call) {
      count = 0;
      limit = call;
    }

    boolean isDead() {
      return count > limit;
    }
  }

  private Path folder() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("run" + runs++));
    VaultFolders.write(folder, BEFORE);
    return folder;
  }

  /** Edits and saves, and dies at a call of the save; empty if the save was done before. */
  private static StepId saveAndDie(Path folder, DyingDisk dying, int call) {
    var store = VaultFolders.store(folder, dying.disk(), VaultFolders.settings(START, 1));
    var document = VaultFolders.open(store, folder);
    VaultFolders.edit(document, EDITS);
    StepId step = document.session().state().head().step().orElseThrow();
    dying.dieAt(call);
    try (document) {
      document.save(SAVE);
    } catch (RuntimeException e) {
      assertThat(dying.isDead()).isTrue();
    }
    return step;
  }

  /** Opens the folder after the kill: each file is before or after, and the status tells which. */
  private void requireWhole(Path folder, StepId step, StaleSaves policy) throws IOException {
    requireBeforeOrAfter(folder);
    var settings = VaultFolders.settings(LATER, 3);
    var store = VaultFolders.store(folder, Disk.system(), settings).withStaleSaves(policy);
    try (var document = VaultFolders.open(store, folder)) {
      SaveStatus status = document.session().state().saveStatus(step);
      found.add(status);
      assertThat(status).isNotEqualTo(SaveStatus.PENDING);
      assertThat(VaultFolders.files(folder))
          .as(status.name())
          .isEqualTo(status == SaveStatus.SAVED ? after() : BEFORE);
      assertThat(document.session().verify().isValid()).isTrue();
    }
    assertThat(VaultFolders.files(folder.resolve(".fcp/.folder")))
        .doesNotContainKeys("save-0.tmp", "save-3.tmp", "replaced-0.old", "replaced-3.old");
  }

  private static void requireBeforeOrAfter(Path folder) throws IOException {
    SortedMap<String, String> files = VaultFolders.files(folder);
    EDITS.forEach((path, text) ->
        assertThat(files.getOrDefault(path, "")).isIn(BEFORE.getOrDefault(path, ""), text));
  }

  private static Map<String, String> after() {
    Map<String, String> after = new TreeMap<>(BEFORE);
    after.putAll(EDITS);
    after.values().removeIf(String::isEmpty);
    return after;
  }

  @ParameterizedTest
  @EnumSource
  void killed_at_any_call_of_a_save_each_file_is_before_or_after_and_the_status_tells_which(
      StaleSaves policy) throws IOException {
    Tries.sweep(call -> {
      Path folder = folder();
      DyingDisk dying = new DyingDisk();
      StepId step = saveAndDie(folder, dying, call);
      requireWhole(folder, step, policy);
      return dying.isDead();
    });
    assertThat(found)
        .contains(SaveStatus.UNSAVED, SaveStatus.SAVED)
        .hasSize(policy == StaleSaves.FAIL ? 3 : 2);
  }

  /** The save dies after it has replaced some files; the next open dies at any of its calls. */
  @ParameterizedTest
  @EnumSource
  void killed_at_any_call_of_the_recovery_the_next_one_ends_it(StaleSaves policy)
      throws IOException {
    Tries.sweep(call -> {
      Path folder = folder();
      StepId step = saveAndDie(folder, new DyingDisk(), callAfterTwoFiles());
      DyingDisk dying = new DyingDisk();
      dying.dieAt(call);
      var store =
          VaultFolders.store(folder, dying.disk(), VaultFolders.settings(LATER, 2))
              .withStaleSaves(policy);
      try {
        VaultFolders.open(store, folder).close();
      } catch (RuntimeException e) {
        assertThat(dying.isDead()).isTrue();
      }
      requireWhole(folder, step, policy);
      return dying.isDead();
    });
    assertThat(found)
        .containsExactly(policy == StaleSaves.FAIL ? SaveStatus.FAILED : SaveStatus.SAVED);
  }

  /** The call of the save before it replaces the third file. */
  private int callAfterTwoFiles() throws IOException {
    Path folder = folder();
    int[] renames = {0};
    int[] count = {0};
    int[] third = {0};
    Disk disk =
        FailingDisk.observed(
            Disk.system(),
            call -> {
              count[0]++;
              if (call.kind() == FailingDisk.Kind.RENAME && ++renames[0] == 3) {
                third[0] = count[0];
              }
            });
    var store = VaultFolders.store(folder, disk, VaultFolders.settings(START, 1));
    try (var document = VaultFolders.open(store, folder)) {
      VaultFolders.edit(document, EDITS);
      renames[0] = 0;
      count[0] = 0;
      VaultFolders.save(document);
    }
    assertThat(third[0]).isPositive();
    return third[0] - 1;
  }

  /** A look dies at any of its calls, and the same line is edited again before the next one. */
  @Test
  @Clause("DO-3")
  void killed_at_any_call_of_a_look_the_next_one_takes_the_files_as_they_are() throws IOException {
    boolean isDead = true;
    for (int call = 0; isDead; call++) {
      Path folder = folder();
      DyingDisk dying = new DyingDisk();
      lookAndDie(folder, dying, call);
      isDead = dying.isDead();
      VaultFolders.write(folder, Map.of("a.md", "# A\n\nround 2\n"));
      SortedMap<String, String> written = VaultFolders.files(folder);
      try (var next = VaultFolders.open(VaultFolders.store(folder), folder)) {
        assertThat(next.session().state().isSaved()).as("call " + call).isTrue();
        next.session().undo();
        VaultFolders.save(next);
        next.session().redo();
        VaultFolders.save(next);
      }
      assertThat(VaultFolders.files(folder)).isEqualTo(written);
    }
  }

  private static void lookAndDie(Path folder, DyingDisk dying, int call) throws IOException {
    var store = VaultFolders.store(folder, dying.disk(), VaultFolders.settings(START, 1));
    var document = VaultFolders.open(store, folder);
    VaultFolders.write(folder, Map.of("a.md", "# A\n\nround 1\n", "b.md", "first\n"));
    dying.dieAt(call);
    try (document) {
      document.checkFile();
    } catch (RuntimeException e) {
      assertThat(dying.isDead()).isTrue();
    }
  }

  @Test
  void every_file_is_forced_under_its_name_before_the_record_that_ends_the_save()
      throws IOException {
    Path folder = folder();
    StringBuilder calls = new StringBuilder();
    Disk disk =
        FailingDisk.observed(
            Disk.system(),
            call -> {
              boolean isRecord = call.path().toString().endsWith(".jsonl");
              switch (call.kind()) {
                case RENAME -> calls.append('r');
                case FORCE_FOLDER -> calls.append('f');
                case FORCE -> calls.append(isRecord ? 'R' : "");
                default -> {}
              }
            });
    var store = VaultFolders.store(folder, disk, VaultFolders.settings(START, 1));
    try (var document = VaultFolders.open(store, folder)) {
      VaultFolders.edit(document, EDITS);
      calls.setLength(0);
      VaultFolders.save(document);
      assertThat(calls.toString()).matches("R+(f*rf+){4}R");
    }
  }
}
