package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Tries;
import dev.fcp.verbs.form.OperationRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unified diffs as Git prints them, with and without lines of context. */
class BlockPatchTest {

  private static final int PROGRAMS = Tries.of(400);

  @TempDir private Path folder;

  /** The text after a patch, with a newline after each line. */
  private static String patched(String text, String diff) {
    List<EntityModel<String, BlockLine>> models =
        new ArrayList<>(List.of(BlockFiles.read(BlockFiles.bytes(text))));
    BlockEditor editor =
        new BlockEditor(
            models::getLast,
            event -> models.add(BlockFiles.DOMAIN.replay(event, models.getLast())),
            false,
            Optional.empty());
    editor.patch(diff);
    return models
        .getLast()
        .entitiesInOrder()
        .map(line -> line.getValue().text() + '\n')
        .toList()
        .stream()
        .reduce("", String::concat);
  }

  /** The diffs are output of {@code git diff -U0}; newlines are written as slashes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "a/b/c/ ¦ X/a/b/c/ ¦ @@ -0,0 +1 @@/+X/",
        "a/b/c/ ¦ a/X/Y/b/c/ ¦ @@ -1,0 +2,2 @@ a/+X/+Y/",
        "a/b/c/ ¦ a/b/c/X/ ¦ @@ -3,0 +4 @@ c/+X/",
        "a/b/c/ ¦ a/c/ ¦ @@ -2 +1,0 @@ a/-b/",
        "a/b/c/ ¦ b/c/ ¦ @@ -1 +0,0 @@/-a/",
        "a/b/c/ ¦ a/b/ ¦ @@ -3 +2,0 @@ b/-c/",
        "'' ¦ X/Y/ ¦ @@ -0,0 +1,2 @@/+X/+Y/",
        "a/b/ ¦ '' ¦ @@ -1,2 +0,0 @@/-a/-b/",
        "a/b/c/d/ ¦ X/a/c/D/Y/ ¦ @@ -0,0 +1 @@/+X/@@ -2 +2,0 @@ a/-b/@@ -4 +4,2 @@ c/-d/+D/+Y/",
      })
  void a_diff_without_context_applies_where_it_says(String before, String after, String diff) {
    assertThat(patched(before.replace('/', '\n'), diff.replace('/', '\n')))
        .isEqualTo(after.replace('/', '\n'));
  }

  @Test
  void an_insertion_behind_the_end_is_refused() {
    assertThatThrownBy(() -> patched("a\nb\n", "@@ -3,0 +4 @@\n+X\n"))
        .isInstanceOf(OperationRefusedException.class)
        .hasMessageContaining("line 4");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void a_diff_of_git_gives_the_other_text(int context) throws Exception {
    assumeTrue(hasGit(), "no git on this machine");
    Random random = new Random(context);
    for (int program = 0; program < PROGRAMS; program++) {
      String before = text(random);
      String after = edited(before, random);
      String diff = diff(context, before, after);
      String result = diff.isEmpty() ? before : patched(before, diff);
      assertThat(result).as("%s with %s", before, diff).isEqualTo(after);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(line(random));
    }
    return text.toString();
  }

  /** A line; the same ones occur often, some look like lines of a diff, and some are empty. */
  private static String line(Random random) {
    List<String> lines = List.of("a", "b", "c", "", "-- x", "++ y", " z", "@@ -1 +1 @@");
    return lines.get(random.nextInt(lines.size())) + '\n';
  }

  private static String edited(String text, Random random) {
    StringBuilder edited = new StringBuilder();
    for (String line : text.lines().map(it -> it + '\n').toList()) {
      edited.append(random.nextInt(5) == 0 ? line(random) : "");
      edited.append(random.nextInt(4) == 0 ? "" : line);
    }
    return edited.append(random.nextInt(5) == 0 ? line(random) : "").toString();
  }

  private static boolean hasGit() throws InterruptedException {
    try {
      return new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private String diff(int context, String before, String after) throws Exception {
    Path file = Files.writeString(folder.resolve("before"), before);
    Path other = Files.writeString(folder.resolve("after"), after);
    Process process =
        new ProcessBuilder(
                "git", "diff", "--no-index", "-U" + context, file.toString(), other.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(output.isEmpty() ? 0 : 1);
    return output;
  }
}
