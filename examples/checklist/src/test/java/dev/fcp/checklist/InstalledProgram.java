package dev.fcp.checklist;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program installed in a separate folder: the launcher of the checkout, a {@code fcp.jar} that
 * refers to the classes of this build, and the jar of this domain.
 */
final class InstalledProgram {

  /** The exit code, and the merged output of stdout and stderr. */
  record ProgramResult(int exitCode, String output) {}

  private final Path folder;

  private InstalledProgram(Path folder) {
    this.folder = folder;
  }

  /** Installs the program in an empty folder. */
  static InstalledProgram install(Path folder) throws IOException {
    Path ownClasses = Path.of("target/classes").toAbsolutePath();
    Files.copy(Path.of("../../fcp"), folder.resolve("fcp"));
    jar(folder.resolve("checklist.jar"), new Manifest(), ownClasses);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(it -> !it.equals(ownClasses) && !it.endsWith("test-classes"))
                .map(it -> it.toUri().toString())
                .collect(Collectors.joining(" ")));
    Path program = folder.resolve("fcp-server/target/fcp.jar");
    Files.createDirectories(program.getParent());
    jar(program, manifest, Files.createDirectory(folder.resolve("nothing")));
    skipCache(program.resolveSibling("fcp-" + Runtime.version().feature() + ".aot"));
    return new InstalledProgram(folder);
  }

  /** An empty cache prevents attempts to make one, which costs more than it saves few commands. */
  private static void skipCache(Path cache) throws IOException {
    Files.createFile(cache);
    Files.copy(
        Path.of(System.getProperty("java.home"), "release"),
        cache.resolveSibling(cache.getFileName() + ".release"));
  }

  private static void jar(Path jar, Manifest manifest, Path classes) throws IOException {
    manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
        entries.putNextEntry(new JarEntry(name));
        Files.copy(file, entries);
      }
    }
  }

  /** Copies the jar of this domain to another folder. */
  void copyDomainTo(Path other) throws IOException {
    Files.copy(folder.resolve("checklist.jar"), other.resolve("checklist.jar"));
  }

  /** Runs a command of the program in a folder. */
  ProgramResult runIn(Path directory, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", folder.resolve("fcp").toString()));
    command.addAll(arguments);
    Path output = folder.resolve("printed");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("FCP_JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    int exitCode = process.waitFor();
    return new ProgramResult(exitCode, Files.readString(output, StandardCharsets.UTF_8));
  }
}
