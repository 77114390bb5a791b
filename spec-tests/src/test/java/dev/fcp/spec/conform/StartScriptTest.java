package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./fcp} builds and starts. The checkout consists of empty files. */
class StartScriptTest {

  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path root;

  private void write(String path, String text, Instant at) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(at));
  }

  @BeforeEach
  void checkout() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh on this machine");
    for (String path :
        List.of(
            "pom.xml",
            "spec-tests/pom.xml",
            "spec-tests/SPEC.md",
            "spec-tests/DRIVER.md",
            "spec-tests/README.md",
            "spec-tests/drivers/log_driver.py",
            "spec-tests/src/main/java/Main.java",
            "spec-tests/src/main/resources/log-vectors.json")) {
      write(path, "", BUILT);
    }
    try (Stream<Path> made = Files.walk(root)) {
      for (Path path : made.toList()) {
        Files.setLastModifiedTime(path, FileTime.from(BUILT.minusSeconds(60)));
      }
    }
    write("spec-tests/target/fcp-conform.jar", "", BUILT);
    write("fcp", SourceTree.text("fcp"), BUILT);
    write("bin/mvn", "#!/bin/sh\nexit 0\n", BUILT);
    assertThat(root.resolve("bin/mvn").toFile().setExecutable(true)).isTrue();
  }

  /**
   * Returns the output of the script, including the error of Java, which cannot start the empty
   * jar.
   */
  private String output() throws IOException, InterruptedException {
    return output(System.getProperty("java.home"), "conform");
  }

  private String output(String javaHome, String command) throws IOException, InterruptedException {
    ProcessBuilder script = new ProcessBuilder("/bin/sh", root.resolve("fcp").toString(), command);
    script.environment().put("FCP_JAVA_HOME", javaHome);
    script.environment().merge("PATH", root.resolve("bin") + ":", (path, bin) -> bin + path);
    Process started = script.redirectErrorStream(true).start();
    String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    started.waitFor();
    return output;
  }

  @ParameterizedTest
  @ValueSource(strings = {"examples/shop.drawio", "spec-tests/src/main/java/Main.java"})
  void an_edited_file_does_not_start_a_build(String path) throws Exception {
    write(path, "changed", BUILT.plusSeconds(60));
    assertThat(output()).contains("fcp-conform.jar").doesNotContain("building");
  }

  @Test
  void the_first_start_builds_it() throws Exception {
    Files.delete(root.resolve("spec-tests/target/fcp-conform.jar"));
    assertThat(output()).contains("building the program once");
  }

  @Test
  void a_piped_output_is_no_terminal() throws Exception {
    write("fcp-server/target/fcp.jar", "", BUILT);
    write("jdk/release", "JAVA_VERSION=\"21.0.1\"\n", BUILT);
    write("jdk/bin/java", "#!/bin/sh\necho \"$@\"\n", BUILT);
    assertThat(root.resolve("jdk/bin/java").toFile().setExecutable(true)).isTrue();
    assertThat(output(root.resolve("jdk").toString(), "log"))
        .contains(" -Dfcp.terminal=false ")
        .endsWith(" dev.fcp.server.Main log\n");
  }

  /**
   * A JDK whose {@code java} writes down how it was started, and makes the caches it is asked for.
   */
  private void installJdk(String release, String cache) throws IOException {
    write("fcp-server/target/fcp.jar", "", BUILT);
    write("jdk/release", release, BUILT);
    write(
        "jdk/bin/java",
        """
        #!/bin/sh
        echo "$*" >>"${0%/*}/starts"
        for option; do
          case $option in -XX:AOTCacheOutput=*) [ -z "CACHE" ] || echo CACHE >"${option#*=}" ;; esac
        done
        """
            .replace("CACHE", cache),
        BUILT);
    assertThat(root.resolve("jdk/bin/java").toFile().setExecutable(true)).isTrue();
  }

  /** The program with its arguments, for each start since the last call; marked if with a cache. */
  private List<String> starts(String... commands) throws IOException, InterruptedException {
    for (String command : commands) {
      String unused = output(root.resolve("jdk").toString(), command);
    }
    Path log = root.resolve("jdk/bin/starts");
    List<String> starts =
        Files.readAllLines(log).stream()
            .map(line ->
                (line.contains("-XX:AOTCache=") ? "cached " : "")
                    + line.substring(line.indexOf(" dev.fcp.server.Main ") + 21))
            .toList();
    Files.delete(log);
    return starts;
  }

  @Test
  void a_cache_for_faster_starts_is_made_once_for_each_build_and_jdk()
      throws IOException, InterruptedException {
    installJdk("JAVA_VERSION=\"25.0.1\"\n", "cache");
    assertThat(starts("card", "card")).containsExactly("train", "cached card", "cached card");
    installJdk("JAVA_VERSION=\"25.0.2\"\n", "cache");
    assertThat(starts("card", "card")).containsExactly("train", "cached card", "cached card");
    write("fcp-server/target/fcp.jar", "", Instant.now().plusSeconds(60));
    assertThat(starts("card")).containsExactly("train", "cached card");
  }

  @Test
  void without_a_cache_the_program_starts_all_the_same() throws IOException, InterruptedException {
    installJdk("JAVA_VERSION=\"25.0.1\"\n", "");
    assertThat(starts("card", "card")).containsExactly("train", "card", "card");
    installJdk("JAVA_VERSION=\"21.0.1\"\n", "cache");
    assertThat(starts("card")).containsExactly("card");
  }

  @Test
  void a_client_of_the_server_does_not_wait_for_a_cache() throws IOException, InterruptedException {
    installJdk("JAVA_VERSION=\"25.0.1\"\n", "cache");
    assertThat(starts("mcp", "card", "mcp"))
        .containsExactly("mcp", "train", "cached card", "cached mcp");
  }
}
