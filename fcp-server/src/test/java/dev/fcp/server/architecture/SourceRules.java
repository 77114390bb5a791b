package dev.fcp.server.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Facts that bytecode does not contain, read from the sources with the parser of the compiler:
 * {@code default} labels in switches over patterns, and annotations of module and package
 * declarations.
 */
final class SourceRules {

  private final List<String> defaults = new ArrayList<>();
  private final List<String> nullMarkedFiles = new ArrayList<>();
  private int fileCount;
  private int patternSwitchCount;

  private SourceRules() {}

  /**
   * Parses files without resolving names.
   *
   * @throws IllegalArgumentException if a file does not parse
   */
  static SourceRules parse(Iterable<? extends JavaFileObject> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> errors = new ArrayList<>();
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, null, problem -> errors.add(problem.toString()), null, null, files);
    SourceRules rules = new SourceRules();
    Trees trees = Trees.instance(task);
    for (CompilationUnitTree unit : task.parse()) {
      rules.fileCount++;
      rules.recordNullMarked(unit);
      rules.new SwitchScanner(trees, unit).scan(unit, null);
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException("sources that do not parse: " + errors);
    }
    return rules;
  }

  /** The switches that have pattern labels and a default, as {@code file:line}. */
  List<String> defaultsInPatternSwitches() {
    return List.copyOf(defaults);
  }

  /** The files that declare a module or package as {@code @NullMarked}. */
  List<String> nullMarkedDeclarations() {
    return List.copyOf(nullMarkedFiles);
  }

  /** The number of parsed files. */
  int fileCount() {
    return fileCount;
  }

  /** The number of switches with at least one pattern label. */
  int patternSwitchCount() {
    return patternSwitchCount;
  }

  private void recordNullMarked(CompilationUnitTree unit) {
    List<AnnotationTree> annotations = new ArrayList<>(unit.getPackageAnnotations());
    if (unit.getModule() != null) {
      annotations.addAll(unit.getModule().getAnnotations());
    }
    if (annotations.stream().anyMatch(a -> a.getAnnotationType().toString().equals("NullMarked"))) {
      nullMarkedFiles.add(unit.getSourceFile().getName());
    }
  }

  private final class SwitchScanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Trees trees;
    private final CompilationUnitTree unit;

    SwitchScanner(Trees trees, CompilationUnitTree unit) {
      this.trees = trees;
      this.unit = unit;
    }

    @Override
    public @Nullable Void visitSwitch(SwitchTree statement, @Nullable Void nothing) {
      check(statement, statement.getCases());
      return super.visitSwitch(statement, null);
    }

    @Override
    public @Nullable Void visitSwitchExpression(
        SwitchExpressionTree expression, @Nullable Void nothing) {
      check(expression, expression.getCases());
      return super.visitSwitchExpression(expression, null);
    }

    private void check(Tree node, List<? extends CaseTree> cases) {
      if (!hasLabel(cases, PatternCaseLabelTree.class)) {
        return;
      }
      patternSwitchCount++;
      if (hasLabel(cases, DefaultCaseLabelTree.class)) {
        long offset = trees.getSourcePositions().getStartPosition(unit, node);
        long line = unit.getLineMap().getLineNumber(offset);
        defaults.add(unit.getSourceFile().getName() + ":" + line);
      }
    }

    private boolean hasLabel(List<? extends CaseTree> cases, Class<?> kind) {
      return cases.stream().flatMap(c -> c.getLabels().stream()).anyMatch(kind::isInstance);
    }
  }
}
