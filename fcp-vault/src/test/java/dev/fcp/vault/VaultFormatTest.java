package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.spec.domain.InMemoryFolder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultFormatTest {

  private static final VaultFormat FORMAT = new VaultFormat();

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
    VaultFile file = VaultUnderTest.read(InMemoryFolder.of("a.md", text)).at("a.md");
    TextFile changed = (TextFile) VaultSpec.ofUnits(file.units());
    assertThat(changed.bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
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
