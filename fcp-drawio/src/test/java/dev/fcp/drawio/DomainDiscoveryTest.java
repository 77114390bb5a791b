package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import com.ctc.wstx.stax.WstxInputFactory;
import com.github.difflib.DiffUtils;
import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.internal.InternalFutureFailureAccess;
import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.EventLog;
import dev.fcp.verbs.Languages;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.json.JsonFactory;

/**
 * A program without a dependency on this domain finds it in a separate JVM, on the module path and
 * on the class path.
 */
class DomainDiscoveryTest {

  private static final String MODULE =
      "module probe { requires dev.fcp.eventlog; requires dev.fcp.verbs; }";

  private static final String PROGRAM =
      """
      package probe;

      import dev.fcp.eventlog.domain.Domains;
      import dev.fcp.verbs.Languages;

      public final class Probe {
        public static void main(String[] arguments) {
          print(Domains.installed().named(arguments[0]).orElseThrow());
          print(Languages.installed().forDomain(arguments[0]).orElseThrow());
        }

        private static void print(Object found) {
          Module module = found.getClass().getModule();
          System.out.println(found.getClass().getName() + " of " + module);
        }
      }
      """;

  @TempDir private Path folder;

  /** A path with the run-time dependencies of the program and the locations of other classes. */
  private static String path(Class<?>... others) {
    Stream<Class<?>> needed =
        Stream.of(
            EventLog.class,
            Languages.class,
            ImmutableList.class,
            InternalFutureFailureAccess.class,
            JsonFactory.class,
            DiffUtils.class,
            WstxInputFactory.class,
            XMLStreamReader2.class,
            CheckReturnValue.class,
            NullMarked.class);
    return Stream.concat(needed, Stream.of(others))
        .map(DomainDiscoveryTest::location)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path compiled() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
    Path program = Files.writeString(folder.resolve("Probe.java"), PROGRAM);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-p",
                path(),
                module.toString(),
                program.toString());
    assertThat(result).isZero();
    return classes;
  }

  private String launched(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(exit).as(printed).isZero();
    return printed;
  }

  @Test
  void on_the_module_path_the_module_provides_the_domain_and_its_language()
      throws IOException, InterruptedException {
    String path = compiled() + File.pathSeparator + path(DiagramDomain.class);
    assertThat(launched("-p", path, "-m", "probe/probe.Probe", "drawio").lines())
        .containsExactly(
            "dev.fcp.drawio.DiagramDomain of module dev.fcp.drawio",
            "dev.fcp.drawio.language.DrawioLanguage of module dev.fcp.drawio");
  }

  @Test
  void on_the_class_path_the_service_files_provide_the_domain_and_its_language()
      throws IOException, InterruptedException {
    String path = compiled() + File.pathSeparator + path(DiagramDomain.class);
    assertThat(launched("-cp", path, "probe.Probe", "drawio").lines())
        .hasSize(2)
        .allMatch(line -> line.contains(" of unnamed module"))
        .anyMatch(line -> line.startsWith("dev.fcp.drawio.DiagramDomain "))
        .anyMatch(line -> line.startsWith("dev.fcp.drawio.language.DrawioLanguage "));
  }
}
