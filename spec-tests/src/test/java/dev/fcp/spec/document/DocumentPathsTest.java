package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents with names of all kinds, and with several names. */
@Clause({"DO-1", "DO-6", "DO-10"})
class DocumentPathsTest {

  private static final int LONGEST_BYTES = 255;
  private static final String FIRST = "  07 # seven\n";

  @TempDir private Path folder;

  static Stream<String> names() {
    return Stream.of(
        "a b  c .counter",
        " leading and trailing ",
        "\u00e4\u00f6\u00fc \u4e2d\u6587 \uD83D\uDE00.counter",
        "a\u0308.counter",
        "-rf.counter",
        "--",
        "it's \"quoted\" \\ $HOME `x` %s {0}.counter",
        "two\nlines.counter",
        "none",
        "x".repeat(LONGEST_BYTES - 8) + ".counter",
        "\u4e2d".repeat(LONGEST_BYTES / 3));
  }

  /** Some file systems allow fewer characters in names, or shorter names. */
  private Path file(String name) throws IOException {
    try {
      return Files.writeString(folder.resolve(name), FIRST);
    } catch (InvalidPathException | FileSystemException e) {
      return Assumptions.abort("no such name can be given here: " + e);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_document_with_any_name_has_a_history(String name) throws IOException {
    Path path = file(name);
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      add(document, 1);
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      assertThat(value(document)).isEqualTo(8);
      document.session().with(options("undo")).undo(1);
      document.save(SAVE);
    }
    assertThat(Files.readString(path)).isEqualTo(FIRST);
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_document_with_any_name_can_get_a_new_history_be_renamed_and_lose_its_history(String name)
      throws IOException {
    Path path = file(name);
    CounterDocuments counters = CounterDocuments.openIn(folder);
    try (var document = counters.open(path)) {
      add(document, 1);
      document.save(SAVE);
    }
    try (var document =
        counters.store().openWithNewHistory(DOMAIN, path, CounterDocuments.ANN).orElseThrow()) {
      assertThat(depth(document)).isZero();
      add(document, 2);
      Path other = folder.resolve("another.counter");
      assertThat(document.saveAs(SAVE, other)).isInstanceOf(SaveResult.Saved.class);
    }
    Path moved = Files.move(folder.resolve("another.counter"), folder.resolve("third.counter"));
    Files.delete(path);
    Files.move(moved, path);
    try (var document =
        counters
            .store()
            .openWithHistoryOf(
                DOMAIN, path, folder.resolve("another.counter"), CounterDocuments.ANN)
            .orElseThrow()) {
      assertThat(depth(document)).isEqualTo(1);
    }
    counters.store().deleteHistory(path);
    try (var document = counters.open(path)) {
      assertThat(depth(document)).isZero();
      assertThat(value(document)).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".drafts", ".former", ".Former", ".gitignore", ".of", ".of.drafts"})
  void a_document_named_like_a_history_folder_does_not_share_that_folder(String name)
      throws IOException {
    Path path = file(name);
    Path replaced = file("a.counter");
    CounterDocuments counters = CounterDocuments.openIn(folder);
    try (var draft = counters.store().create(DOMAIN, CounterDocuments.ANN)) {
      add(draft, 5);
    }
    counters.open(replaced).close();
    counters
        .store()
        .openWithNewHistory(DOMAIN, replaced, CounterDocuments.ANN)
        .orElseThrow()
        .close();
    Path archive = folder.resolve(".fcp/.former");
    long formers = count(archive);
    try (var document = counters.open(path)) {
      add(document, 1);
      document.save(SAVE);
    }
    counters.store().deleteHistory(path);
    assertThat(counters.store().drafts(DOMAIN)).hasSize(1);
    assertThat(count(archive)).isEqualTo(formers).isPositive();
    assertThat(folder.resolve(".fcp/.gitignore")).hasContent("*\n");
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.count();
    }
  }

  @Test
  void a_name_without_a_folder_is_resolved_in_the_working_folder() throws IOException {
    Path working = Path.of("").toAbsolutePath();
    Path path = Files.writeString(folder.resolve("-a.counter"), FIRST);
    Path relative = working.relativize(path.toRealPath());
    try (var document = CounterDocuments.openIn(folder).open(relative)) {
      add(document, 1);
    }
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      assertThat(value(document)).isEqualTo(8);
    }
  }

  @Test
  void a_symbolic_link_and_its_target_share_one_history() throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), FIRST);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("b.counter"), path);
    requireOneHistory(path, link);
    assertThat(elsewhere.resolve(".fcp")).doesNotExist();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void files_have_the_same_history_through_a_symbolic_link_to_their_folder() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Path path = Files.writeString(real.resolve("a.counter"), FIRST);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    requireOneHistory(path, link.resolve("a.counter"));
  }

  /** Opened by both names at once, and by one after the other. */
  private void requireOneHistory(Path firstPath, Path secondPath) throws IOException {
    try (var first = CounterDocuments.openIn(folder).open(firstPath);
        var second = CounterDocuments.openIn(folder).open(secondPath)) {
      add(first, 1);
      second.checkFile();
      assertThat(value(second)).isEqualTo(8);
      add(second, 2);
      assertThat(second.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      first.checkFile();
      assertThat(first.session().state().isSaved()).isTrue();
    }
    assertThat(firstPath).hasContent("  10 # seven\n");
    try (var document = CounterDocuments.openIn(folder).open(firstPath)) {
      assertThat(depth(document)).isEqualTo(2);
      document.session().with(options("undo")).undo(2);
      document.save(SAVE);
    }
    assertThat(Files.readString(secondPath, StandardCharsets.US_ASCII)).isEqualTo(FIRST);
  }

  @Test
  void a_redirected_link_is_the_document_that_it_points_to() throws IOException {
    Path seven = Files.writeString(folder.resolve("seven.counter"), "7\n");
    Path nine = Files.writeString(folder.resolve("nine.counter"), "9\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), seven);
    try (var document = CounterDocuments.openIn(folder).open(link)) {
      add(document, 1);
    }
    Files.delete(link);
    Files.createSymbolicLink(link, nine);
    try (var document = CounterDocuments.openIn(folder).open(link)) {
      assertThat(value(document)).isEqualTo(9);
      assertThat(depth(document)).isZero();
    }
    try (var document = CounterDocuments.openIn(folder).open(seven)) {
      assertThat(value(document)).isEqualTo(8);
    }
  }
}
