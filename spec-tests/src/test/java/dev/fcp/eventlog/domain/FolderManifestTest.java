package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.InMemoryFolder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Clause("DM-7")
class FolderManifestTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "a/", "a//b", ".", "a/../b", "a\\b", "a\nb", "a\u0000", "\uD800"})
  void a_path_that_is_not_below_the_folder_is_refused(String path) {
    assertThatThrownBy(() -> InMemoryFolder.of(path, "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_path_that_is_too_long_is_refused() {
    String path = "x".repeat(FolderManifest.MAX_PATH_LENGTH);
    assertThat(InMemoryFolder.of(path, "x").manifest().files()).containsKey(path);
    assertThatThrownBy(() -> InMemoryFolder.of(path + "x", "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_file_below_another_file_is_refused() {
    assertThatThrownBy(() -> InMemoryFolder.of("a", "x", "a/b/c", "y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a/b/c lies below a file");
  }

  @Test
  void a_text_is_utf_8_without_a_zero_and_not_too_long() {
    assertThat(isText("\uFEFFä\r\n\uD83D\uDE00")).isTrue();
    assertThat(isText("a\0")).isFalse();
    assertThat(FileEntry.of(new byte[] {(byte) 0xC3, 0x28}, false).isText()).isFalse();
    assertThat(isText("\n".repeat(FileEntry.MAX_TEXT_LINES))).isTrue();
    assertThat(isText("\n".repeat(FileEntry.MAX_TEXT_LINES + 1))).isFalse();
    assertThat(isText("x".repeat(FileEntry.MAX_TEXT_BYTES))).isTrue();
    assertThat(isText("x".repeat(FileEntry.MAX_TEXT_BYTES + 1))).isFalse();
  }

  private static boolean isText(String text) {
    return FileEntry.of(text.getBytes(StandardCharsets.UTF_8), false).isText();
  }
}
