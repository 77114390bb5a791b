package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are ignored exactly if Git ignores them; skipped where there is no Git. */
@Clause("DO-18")
class PathPatternsGitTest {

  private static final List<String> NAMES =
      List.of("a", "b", "foo", "foo.md", "bar", "x y", "#a", "!b", "é", "a ", "-", "]", "*", "Foo");

  private static final List<String> PARTS =
      List.of(
          "a",
          "b",
          "foo",
          "bar",
          "foo.md",
          "*",
          "?",
          "**",
          "*.md",
          "f*",
          "*o",
          "[a-f]",
          "[!a-f]*",
          "[^b]",
          "f??",
          "[[:alpha:]]",
          "[[:upper:]]*",
          "\\#a",
          "\\!b",
          "x y",
          "é",
          "[é]*",
          "?é",
          "a\\ ",
          "[]-]",
          "\\*",
          "[a",
          "\\",
          "f[",
          "[[:nope:]]",
          "[a-",
          "*a*o*",
          "f**o",
          "***",
          "[\\]]");

  @TempDir private Path folder;

  @BeforeEach
  void begin() throws Exception {
    assumeTrue(hasGit(), "no git on this machine");
    git("init", "-q");
    git("config", "core.excludesFile", "/dev/null");
  }

  private static boolean hasGit() throws InterruptedException {
    try {
      return new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void a_look_finds_the_files_that_git_does_not_ignore() throws Exception {
    Random random = new Random(20_260_101);
    for (int tree = 0; tree < 40; tree++) {
      Path root = Files.createDirectory(folder.resolve("t" + tree));
      git(root, "init", "-q");
      git(root, "config", "core.excludesFile", "/dev/null");
      grow(root, random, 2);
      Files.writeString(root.resolve(".git/info/exclude"), patterns(random));
      assertThat(found(root)).as("%s", rules(root)).isEqualTo(notIgnored(root));
    }
  }

  private static void grow(Path directory, Random random, int depth) throws IOException {
    for (String name : NAMES) {
      Path path = directory.resolve(name);
      switch (random.nextInt(3)) {
        case 0 -> Files.writeString(path, "");
        case 1 -> {
          if (depth > 0) {
            Files.createDirectory(path);
            grow(path, random, depth - 1);
          }
        }
        default -> {}
      }
    }
    if (random.nextInt(3) == 0) {
      Files.writeString(directory.resolve(".gitignore"), patterns(random));
    }
  }

  private static String patterns(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(random.nextInt(4) == 0 ? "!" : "").append(random.nextInt(4) == 0 ? "/" : "");
      text.append(pick(PARTS, random));
      for (int j = random.nextInt(3); j > 0; j--) {
        text.append('/').append(pick(PARTS, random));
      }
      text.append(pick(List.of("", "", "/", " ", "  ", "\\ ", "\t", "\r"), random));
      text.append('\n');
    }
    return text.toString();
  }

  private static String pick(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }

  private static TreeSet<String> found(Path root) throws IOException {
    FolderScanner scanner =
        FolderScanner.of(root, FolderSettings.defaults().withExcludes(List.of()), new byte[0]);
    return new TreeSet<>(
        scanner.look(FolderManifest.EMPTY, (path, content) -> {}).folder().files().keySet());
  }

  private TreeSet<String> notIgnored(Path root) throws Exception {
    String files = git(root, "ls-files", "-z", "--others", "--exclude-standard");
    TreeSet<String> paths = new TreeSet<>(List.of(files.split("\0")));
    paths.remove("");
    return paths;
  }

  private static List<String> rules(Path root) throws IOException {
    List<String> rules = new ArrayList<>();
    try (var files = Files.walk(root)) {
      for (Path file :
          files.filter(it -> it.endsWith(".gitignore") || it.endsWith("exclude")).toList()) {
        rules.add(root.relativize(file) + ":\n" + Files.readString(file));
      }
    }
    return rules;
  }

  private String git(String... arguments) throws Exception {
    return git(folder, arguments);
  }

  private static String git(Path directory, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }
}
