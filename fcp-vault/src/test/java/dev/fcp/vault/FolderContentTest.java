package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderContentTest {

  private static final VaultFormat FORMAT = new VaultFormat();

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "a/", "a//b", ".", "a/../b", "a\\b", "a\nb", "a\u0000", "\uD800"})
  void a_path_that_is_not_below_the_folder_is_refused(String path) {
    assertThatThrownBy(() -> VaultUnderTest.folder(path, "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_file_below_another_file_is_refused() {
    assertThatThrownBy(() -> VaultUnderTest.folder("a", "x", "a/b/c", "y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a/b/c lies below a file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "\r\n",
        "a",
        "a\n",
        "a\r\nb\n",
        "a\n\n\n",
        "\uFEFF",
        "\uFEFF\n",
        "a\rb",
        "\r",
        "---\n---",
        "---\r\na: 1\n---\r\n",
        "trailing  \t\n",
        "a\u2028b\u0085c\n"
      })
  void a_text_keeps_its_bytes(String text) {
    FolderContent folder = VaultUnderTest.folder("a.md", text);
    assertThat(FORMAT.writeFolder(FORMAT.readFolder(folder), List.of())).isEqualTo(folder);
  }

  @Test
  void what_is_not_utf_8_or_contains_a_zero_is_known_by_its_hash() {
    byte[] bytes = {(byte) 0xC3, 0x28};
    FolderContent folder =
        FolderContent.of(
            Map.of(
                "a", FileContent.of(bytes, true), "b", FileContent.of(new byte[] {'x', 0}, false)));
    assertThat(folder.files().values()).allMatch(FileContent.Opaque.class::isInstance);
    assertThat(FORMAT.writeFolder(FORMAT.readFolder(folder), List.of())).isEqualTo(folder);
  }

  @Test
  void a_file_that_did_not_change_is_the_same_object() {
    VaultUnderTest vault = VaultUnderTest.ofCampaign();
    FolderContent before = vault.folder();
    vault.runSuccessfully("note append ann x");
    FolderContent after = FORMAT.writeFolder(vault.model(), List.of(before));
    before
        .files()
        .forEach((path, content) -> {
          if (!path.equals("canon/pcs/ann.md")) {
            assertThat(after.files().get(path)).isSameAs(content);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fcp-vault 2\n",
        "fcp-vault 1\ntext 1 a\nx",
        "fcp-vault 1\ntext 9 a\nx\n",
        "fcp-vault 1\ntext x a\nx\n",
        "fcp-vault 1\ntext 01 a\nx\n",
        "fcp-vault 1\ntext 1 b\nx\ntext 1 a\nx\n",
        "fcp-vault 1\ntext 1 ../a\nx\n",
        "fcp-vault 1\nopaque 1 ab a\n",
        "fcp-vault 1\ntext 2 a\n\u0000x\n"
      })
  void a_damaged_archive_is_refused(String archive) {
    assertThat(FORMAT.read(archive.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ReadResult.Unreadable.class);
  }
}
