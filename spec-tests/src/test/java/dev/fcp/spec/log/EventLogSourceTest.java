package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two logs stay short enough to be read in one sitting, and cite their clauses. */
class EventLogSourceTest {

  private static final String FOLDER = "fcp-eventlog/src/main/java/dev/fcp/eventlog/";

  /** A method in a source file. */
  private record Method(String name, boolean open, boolean inherited, long lines, String comment) {

    boolean cites() {
      return comment.matches("(?s).*\\b(EL|CP)-\\d+\\b.*");
    }
  }

  @Test
  void the_event_log_has_at_most_300_lines() {
    assertThat(SourceTree.text(FOLDER + "EventLog.java").lines().count()).isBetween(100L, 300L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EventLog.java", "LogState.java"})
  void no_method_has_more_than_25_lines(String file) throws IOException {
    assertThat(methods(file)).hasSizeGreaterThan(20).allMatch(method -> method.lines() <= 25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EventLog.java", "LogState.java"})
  void every_public_method_cites_its_clause(String file) throws IOException {
    List<Method> open =
        methods(file).stream().filter(method -> method.open() && !method.inherited()).toList();
    assertThat(open).hasSizeGreaterThan(20).allMatch(Method::cites);
  }

  private static List<Method> methods(String file) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Path path = SourceTree.root().resolve(FOLDER + file);
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(path));
      MethodScan scan = new MethodScan(DocTrees.instance(task));
      task.parse().forEach(unit -> scan.scan(unit, unit));
      return scan.methods;
    }
  }

  private static final class MethodScan extends TreePathScanner<Void, CompilationUnitTree> {

    private final List<Method> methods = new ArrayList<>();
    private final DocTrees trees;

    private MethodScan(DocTrees trees) {
      this.trees = trees;
    }

    /** A nested record needs no clause. */
    @Override
    public Void visitClass(ClassTree type, CompilationUnitTree unit) {
      boolean nested = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
      return nested ? null : super.visitClass(type, unit);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      SourcePositions positions = trees.getSourcePositions();
      LineMap lines = unit.getLineMap();
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      String comment = trees.getDocComment(getCurrentPath());
      methods.add(
          new Method(
              method.getName().toString(),
              method.getModifiers().getFlags().contains(Modifier.PUBLIC),
              method.getModifiers().getAnnotations().stream()
                  .anyMatch(
                      annotation -> annotation.getAnnotationType().toString().equals("Override")),
              last - first + 1,
              comment == null ? "" : comment));
      return null;
    }
  }
}
