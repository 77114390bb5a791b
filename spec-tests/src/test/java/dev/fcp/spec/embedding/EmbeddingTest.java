package dev.fcp.spec.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import javax.swing.text.BadLocationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about embedding: its code runs, and its links have targets. */
class EmbeddingTest {

  private static final String PAGE = "docs/embedding.md";
  private static final Path SOURCES = Path.of("src/test/java/dev/fcp/spec/embedding");

  @TempDir private Path folder;

  private static String region(String name) throws IOException {
    String code = Files.readString(SOURCES.resolve(name));
    int from = code.indexOf("// region\n") + 10;
    return code.substring(from, code.lastIndexOf("\n", code.indexOf("// end"))).stripIndent()
        + "\n";
  }

  @Test
  void the_page_shows_the_code_that_runs_here() {
    assertThat(SourceTree.text(PAGE))
        .contains("```java\n" + uncheckedRegion("TextEditor.java") + "```")
        .contains("```java\n" + uncheckedRegion("OpenedFile.java") + "```")
        .contains("```java\n" + uncheckedRegion("TextIndex.java") + "```")
        .contains("```java\n" + uncheckedRegion("SearchedNotes.java") + "```");
  }

  private static String uncheckedRegion(String name) {
    try {
      return region(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A program on the page, and its output according to the page. */
  private record Program(String name, String code, String output) {

    private static final Pattern ON_PAGE =
        Pattern.compile(
            "```java\n((?:(?!```).)*?^public class (\\w+) .*?)```\n\n```text\n(.*?)```",
            Pattern.DOTALL | Pattern.MULTILINE);

    static List<Program> all() {
      return ON_PAGE
          .matcher(SourceTree.text(PAGE))
          .results()
          .map(found -> new Program(found.group(2), found.group(1), found.group(3)))
          .toList();
    }

    String run(Path folder) throws IOException, InterruptedException {
      Path file = Files.writeString(folder.resolve(name + ".java"), code);
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  file.toString())
              .redirectErrorStream(true)
              .start();
      try (var printed = process.inputReader(StandardCharsets.UTF_8)) {
        return printed.lines().map(line -> line + "\n").collect(Collectors.joining());
      } finally {
        process.waitFor();
      }
    }
  }

  @Test
  void the_two_programs_print_the_output_shown() throws Exception {
    assertThat(Program.all()).extracting(Program::name).hasSize(2);
    for (Program program : Program.all()) {
      assertThat(program.run(folder)).as(program.name()).isEqualTo(program.output());
    }
  }

  @Test
  void the_two_programs_have_at_most_thirty_lines() {
    assertThat(Program.all())
        .hasSize(2)
        .allSatisfy(program -> assertThat(program.code().lines()).hasSizeLessThanOrEqualTo(30));
  }

  @Test
  void the_editor_has_at_most_sixty_lines() throws IOException {
    assertThat(region("TextEditor.java").lines()).hasSizeLessThanOrEqualTo(60);
  }

  @Test
  void the_editor_undoes_and_redoes_what_was_typed() {
    TextEditor editor = new TextEditor();
    editor.area.append("hello");
    editor.area.append(" world");
    editor.area.replaceRange("", 0, 6);
    assertThat(editor.area.getText()).isEqualTo("world");
    assertThat(editor.undo()).contains(new TextEditor.Edit(0, "hello ", ""));
    assertThat(editor.area.getText()).isEqualTo("hello world");
    editor.undo();
    assertThat(editor.area.getText()).isEqualTo("hello");
    editor.redo();
    editor.redo();
    assertThat(editor.area.getText()).isEqualTo("world");
    assertThat(editor.redo()).isEmpty();
  }

  @Test
  void the_editor_records_what_is_typed_after_another_listener_failed() {
    TextEditor editor = new TextEditor();
    editor.area.append("hello");
    editor.area.append(" world");
    DocumentListener failing = new FailingListener();
    editor.area.getDocument().addDocumentListener(failing);
    assertThatIllegalStateException().isThrownBy(editor::undo);
    editor.area.getDocument().removeDocumentListener(failing);
    editor.area.append("!");
    editor.area.replaceRange("", 1, 6);
    assertThat(editor.undo()).contains(new TextEditor.Edit(1, "ello!", ""));
    assertThat(editor.undo()).contains(new TextEditor.Edit(5, "", "!"));
    assertThat(editor.area.getText()).isEqualTo("hello");
  }

  private static final class FailingListener implements DocumentListener {

    @Override
    public void insertUpdate(DocumentEvent event) {
      throw new IllegalStateException();
    }

    @Override
    public void removeUpdate(DocumentEvent event) {
      throw new IllegalStateException();
    }

    @Override
    public void changedUpdate(DocumentEvent event) {}
  }

  @Test
  void undo_in_the_editor_is_not_recorded_as_an_edit() throws BadLocationException {
    Random random = new Random(7);
    TextEditor editor = new TextEditor();
    List<String> texts = new ArrayList<>(List.of(""));
    for (int i = 0; i < 300; i++) {
      int length = editor.area.getDocument().getLength();
      if (length > 0 && random.nextInt(3) == 0) {
        int from = random.nextInt(length);
        editor.area.getDocument().remove(from, 1 + random.nextInt(length - from));
      } else {
        editor.area.insert("text %d\n".formatted(i), random.nextInt(length + 1));
      }
      texts.add(editor.area.getText());
    }
    for (int i = texts.size() - 2; i >= 0; i--) {
      assertThat(editor.undo()).isPresent();
      assertThat(editor.area.getText()).isEqualTo(texts.get(i));
    }
    assertThat(editor.undo()).isEmpty();
    for (int i = 1; i < texts.size(); i++) {
      editor.redo();
      assertThat(editor.area.getText()).isEqualTo(texts.get(i));
    }
    assertThat(editor.redo()).isEmpty();
  }

  @Test
  void the_second_example_prints_the_output_shown() throws IOException {
    Path file = Files.writeString(folder.resolve("a.counter"), "7\n");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    OpenedFile.edit(file, new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertThat(SourceTree.text(PAGE))
        .contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
    assertThat(file).hasContent("7\n");
  }

  @Test
  void the_read_model_example_prints_the_output_shown() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    SearchedNotes.edit(
        Session.create(
            new NotesDomain(),
            Origin.of("ann"),
            InMemoryJournal.empty(),
            SessionSettings.standard()),
        new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertThat(SourceTree.text(PAGE))
        .contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
  }

  @Test
  void every_type_that_the_page_names_exists() throws ReflectiveOperationException {
    List<String> types = found("`(dev\\.fcp\\.[a-z.]+\\.[A-Z]\\w+)`", SourceTree.text(PAGE));
    for (String type : types) {
      assertThat(Class.forName(type).getModifiers() & java.lang.reflect.Modifier.PUBLIC)
          .isNotZero();
    }
    assertThat(types).isNotEmpty();
  }

  @Test
  void every_test_that_the_page_names_exists() throws IOException {
    List<String> named = found("`(\\w+Test)`", SourceTree.text(PAGE));
    assertThat(named).isNotEmpty();
    for (String module : List.of("spec-tests", "fcp-verbs")) {
      try (var files = Files.walk(SourceTree.root().resolve(module).resolve("src/test/java"))) {
        files.forEach(file -> named.remove(file.getFileName().toString().replace(".java", "")));
      }
    }
    assertThat(named).isEmpty();
  }

  @Test
  void every_row_of_what_editors_expect_names_a_type_and_a_test() {
    List<String> rows =
        SourceTree.text(PAGE)
            .lines()
            .dropWhile(line -> !line.startsWith("| what editors expect |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(15);
    assertThat(rows)
        .allMatch(
            row -> row.matches(".+\\| `dev\\.fcp\\.\\S+`.* \\| `\\w+Test`(, `\\w+Test`)* \\|"));
  }

  private static List<String> found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return new ArrayList<>(matcher.results().map(found -> found.group(1)).distinct().toList());
  }
}
