package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are write-protected by their mode. */
@Clause("DO-13")
class ProtectedFileTest {

  @TempDir private Path folder;

  @BeforeEach
  void requireModes() {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
        "files have no modes here");
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private Document<Counter, CounterEvent> edited(String name) throws IOException {
    Path path = Files.writeString(folder.resolve(name), "7\n");
    setMode(path, "r--r--r--");
    Document<Counter, CounterEvent> document = CounterDocuments.openIn(folder).open(path);
    add(document, 1);
    return document;
  }

  @Test
  void a_protected_file_is_not_saved_and_alternatives_are_suggested() throws IOException {
    Path path = folder.resolve("a.counter");
    try (var document = edited("a.counter")) {
      assertThat(document.isWriteProtected()).isTrue();
      assertThat(document.save(SAVE))
          .isEqualTo(
              new SaveResult.Refused(
                  List.of(
                      Conflict.because(path + " is write-protected")
                          .withSuggestion(new Suggestion.SaveOverwriting()))));
      assertThat(document.session().state().isSaved()).isFalse();
    }
    assertThat(path).hasContent("7\n");
  }

  @Test
  void a_protected_file_is_overwritten_on_request_and_stays_protected() throws IOException {
    Path path = folder.resolve("a.counter");
    try (var document = edited("a.counter")) {
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(path).hasContent("8\n");
    assertThat(mode(path)).isEqualTo("r--r--r--");
  }

  @Test
  void a_file_that_is_no_longer_protected_is_saved() throws IOException {
    try (var document = edited("a.counter")) {
      setMode(folder.resolve("a.counter"), "rw-r-----");
      assertThat(document.isWriteProtected()).isFalse();
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(mode(folder.resolve("a.counter"))).isEqualTo("rw-r-----");
  }

  @Test
  void another_protected_file_is_not_replaced_even_if_its_version_is_known() throws IOException {
    Path other = Files.writeString(folder.resolve("b.counter"), "7\n");
    setMode(other, "r--------");
    try (var document = edited("a.counter")) {
      assertThat(document.saveAs(SAVE, other))
          .isEqualTo(
              new SaveResult.Refused(
                  List.of(
                      Conflict.because(other + " is write-protected")
                          .withSuggestion(new Suggestion.SaveAs("another file")))));
    }
    assertThat(other).hasContent("7\n");
  }

  @Test
  void a_new_file_has_the_default_permissions_of_the_user() throws IOException {
    Path plain = Files.createFile(folder.resolve("plain"));
    Path path = folder.resolve("a.counter");
    try (var document =
        CounterDocuments.openIn(folder)
            .store()
            .create(CounterDocuments.DOMAIN, CounterDocuments.ANN)) {
      add(document, 1);
      assertThat(document.saveAs(SAVE, path)).isInstanceOf(SaveResult.Saved.class);
    }
    assertThat(mode(path)).isEqualTo(mode(plain));
  }

  @Test
  void a_file_in_a_read_only_folder_is_not_saved() throws IOException {
    assumeFalse(
        "root".equals(System.getProperty("user.name")), "modes of files say nothing to root");
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    try (var document = CounterDocuments.openIn(folder).open(path)) {
      add(document, 1);
      assertThat(document.isFolderReadOnly()).isFalse();
      setMode(folder, "r-xr-xr-x");
      assertThat(document.isFolderReadOnly()).isTrue();
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(document.saveOverwriting(SAVE)).isInstanceOf(SaveResult.Refused.class);
      assertThat(path).hasContent("7\n");
      setMode(folder, "rwxr-xr-x");
      assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
      assertThat(path).hasContent("8\n");
    } finally {
      setMode(folder, "rwxr-xr-x");
    }
  }
}
