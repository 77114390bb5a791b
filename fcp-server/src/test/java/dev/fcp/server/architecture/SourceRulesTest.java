package dev.fcp.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Rules over the main sources of all modules; other tests show that each rule can fail. */
class SourceRulesTest {

  private static final int MIN_MODULES = 8;

  @Test
  void no_switch_over_patterns_has_a_default() throws IOException {
    SourceRules rules = parse(modules().stream().flatMap(SourceRulesTest::sources).toList());
    System.out.println("switches with pattern labels seen: " + rules.patternSwitchCount());
    assertThat(rules.patternSwitchCount()).as("switches with pattern labels").isGreaterThan(50);
    assertThat(rules.defaultsInPatternSwitches()).isEmpty();
  }

  @Test
  void a_default_beside_patterns_is_found_in_statements_and_expressions() throws IOException {
    SourceRules rules =
        parseText(
            """
            class Bad {
              int expression(Object o) {
                return switch (o) {
                  case String s -> 1;
                  default -> 2;
                };
              }
              void statement(Object o) {
                switch (o) {
                  case String s: break;
                  case null, default: break;
                }
              }
            }
            """);
    assertThat(rules.defaultsInPatternSwitches()).containsExactly("/Bad.java:3", "/Bad.java:9");
  }

  @Test
  void a_default_without_patterns_and_patterns_without_a_default_are_fine() throws IOException {
    SourceRules rules =
        parseText(
            """
            class Bad {
              sealed interface S { record A(int n) implements S {} }
              int constants(int i) {
                return switch (i) { case 1 -> 1; default -> 2; };
              }
              int patterns(S s) {
                return switch (s) { case S.A(var n) -> n; };
              }
            }
            """);
    assertThat(rules.defaultsInPatternSwitches()).isEmpty();
    assertThat(rules.patternSwitchCount()).isEqualTo(1);
  }

  @Test
  void every_module_is_null_marked() throws IOException {
    List<Path> modules = modules();
    assertThat(modules).hasSizeGreaterThanOrEqualTo(MIN_MODULES);
    for (Path module : modules) {
      List<Path> declarations = nullMarkFiles(module);
      assertThat(declarations).as(module.toString()).isNotEmpty();
      assertThat(parse(declarations).nullMarkedDeclarations())
          .as("declarations of %s with @NullMarked", module)
          .hasSameSizeAs(declarations);
    }
  }

  @Test
  void a_package_without_the_mark_is_not_counted() throws IOException {
    SourceRules bare =
        SourceRules.parse(List.of(new ExampleSource("a.package-info", "package a;")));
    SourceRules marked =
        SourceRules.parse(
            List.of(
                new ExampleSource(
                    "a.package-info",
                    "@NullMarked package a; import org.jspecify.annotations.NullMarked;")));
    assertThat(bare.nullMarkedDeclarations()).isEmpty();
    assertThat(marked.nullMarkedDeclarations()).containsExactly("/a/package-info.java");
  }

  /** The module declaration or, if there is none, the declarations of all packages with classes. */
  private static List<Path> nullMarkFiles(Path module) {
    Path declaration = module.resolve("src/main/java/module-info.java");
    if (Files.exists(declaration)) {
      return List.of(declaration);
    }
    return sources(module)
        .map(file -> file.resolveSibling("package-info.java"))
        .distinct()
        .toList();
  }

  private static SourceRules parseText(String text) throws IOException {
    return SourceRules.parse(List.of(new ExampleSource("Bad", text)));
  }

  private static SourceRules parse(List<Path> files) throws IOException {
    try (StandardJavaFileManager manager =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
      SourceRules rules = SourceRules.parse(manager.getJavaFileObjectsFromPaths(files));
      assertThat(rules.fileCount()).isEqualTo(files.size());
      return rules;
    }
  }

  private static Stream<Path> sources(Path module) {
    try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
      return files.filter(f -> f.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folders of all modules with main sources, including the examples. */
  private static List<Path> modules() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    try (Stream<Path> siblings = Files.list(root);
        Stream<Path> examples = Files.list(root.resolve("examples"))) {
      return Stream.concat(siblings, examples)
          .filter(f -> Files.isDirectory(f.resolve("src/main/java")))
          .toList();
    }
  }
}
