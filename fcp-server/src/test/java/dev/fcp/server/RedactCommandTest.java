package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fcp redact}, each command in a separate run. */
class RedactCommandTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();
  private static final String SECRET = "tok-4711-zz";

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_history() {
    fixture = new CommandLineFixture(temporary);
    fixture.add(SampleDocument.DIAGRAM);
    fixture.run("run", SHOP, "add box \"Key " + SECRET + "\"");
    fixture.run("run", SHOP, "add box Till");
  }

  /** The files below the folder that contain the secret, also compressed. */
  private List<Path> filesWithSecret() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files.filter(Files::isRegularFile).filter(RedactCommandTest::hasSecret).toList();
    }
  }

  private static boolean hasSecret(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.UTF_8);
      int line = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
      return text.contains(SECRET) || inflated(bytes, line).contains(SECRET);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String inflated(byte[] bytes, int from) {
    try (var in =
        new InflaterInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // It is not compressed.
      return "";
    }
  }

  @Test
  void a_text_is_purged_after_it_was_removed_from_the_file() throws IOException {
    String[] redact = {"redact", SHOP, "--text", SECRET, "--reason", "leaked"};
    assertThat(fixture.runRefused(redact))
        .contains("! the document still contains this text\n")
        .contains("! delete it there and save, then redact the history\n")
        .doesNotContain(SECRET);
    fixture.run("run", SHOP, "remove \"Key " + SECRET + "\"");
    byte[] saved = fixture.bytes(SHOP);
    assertThat(filesWithSecret()).isNotEmpty();
    assertThat(fixture.run("redact", SHOP, "--text", SECRET, "--reason", "leaked", "--dry-run"))
        .contains("! would redact 2 steps; the digests of 2 steps are marked\n")
        .contains("! not counted: ");
    assertThat(filesWithSecret()).isNotEmpty();
    assertThat(fixture.run(redact))
        .contains("! redacted 2 steps; the digests of 2 steps are marked\n");
    assertThat(filesWithSecret()).isEmpty();
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
    assertThat(fixture.run("verify", SHOP))
        .contains("all digests match\n")
        .contains(": text in 2 steps, the digests of 2 steps computed again: leaked\n");
    assertThat(fixture.run("history", SHOP, "--all")).contains("redacted text in 2 steps: leaked");
    fixture.run("undo", SHOP);
    assertThat(new String(fixture.bytes(SHOP), StandardCharsets.UTF_8)).contains("Key [redacted ");
    fixture.run("undo", SHOP, "2");
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
    fixture.run("redo", SHOP, "3");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
    assertThat(fixture.runRefused(redact)).contains("the history of " + SHOP + " does not contain");
  }

  @Test
  void the_texts_of_a_deleted_shape_are_purged() throws IOException {
    String[] redact = {"redact", SHOP, "--entity", "Till", "--reason", "asked"};
    assertThat(fixture.runRefused(redact)).contains("! the document still contains cell ");
    fixture.run("run", SHOP, "label Till \"" + SECRET + "\"", "remove Till");
    fixture.run("run", SHOP, "remove \"Key " + SECRET + "\"");
    fixture.run("redact", SHOP, "--text", "key-" + SECRET, "--reason", "the id");
    fixture.run("redact", SHOP, "--text", "Key " + SECRET, "--reason", "the label");
    assertThat(filesWithSecret()).isNotEmpty();
    assertThat(fixture.run(redact)).contains("! redacted 3 steps", "! its id stays");
    assertThat(filesWithSecret()).isEmpty();
    assertThat(fixture.run("verify", SHOP)).contains(": entity in 3 steps");
    fixture.run("undo", SHOP, "5");
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
  }

  @Test
  void the_former_values_of_a_field_are_purged() throws IOException {
    fixture.run("run", SHOP, "label Till \"Pin 99812\"");
    fixture.run("run", SHOP, "label \"Pin 99812\" Door");
    assertThat(
            fixture.run("redact", SHOP, "--entity", "Door", "--field", "value", "--reason", "typo"))
        .contains("! redacted 3 steps");
    assertThat(fixture.run("log", SHOP, "--raw")).doesNotContain("99812");
    assertThat(new String(fixture.bytes(SHOP), StandardCharsets.UTF_8)).contains("Door");
    assertThat(fixture.run("verify", SHOP)).contains(": field in 3 steps");
  }

  @Test
  void a_wrong_command_says_what_is_missing() {
    assertThat(fixture.runRefused(ExitCode.USAGE, "redact", SHOP, "--reason", "why"))
        .contains("--text");
    assertThat(fixture.runRefused(ExitCode.USAGE, "redact", SHOP, "--text", SECRET))
        .contains("--reason");
    assertThat(fixture.runRefused("redact", SHOP, "--text", "abc", "--reason", "why"))
        .contains("at least 4 characters");
    assertThat(fixture.runRefused("redact", SHOP, "--entity", "Nobody", "--reason", "why"))
        .contains("nothing that was ever changed here is called \"Nobody\"");
    assertThat(
            fixture.run(
                "redact", SHOP, "--text", "nowhere", "--reason", "not to be seen", "--dry-run"))
        .contains("! no step contains it\n! not counted: ");
    assertThat(
            fixture.runRefused(
                "redact", SHOP, "--text", "nowhere", "--reason", "nowhere to be seen"))
        .contains("does not contain the secret");
  }
}
