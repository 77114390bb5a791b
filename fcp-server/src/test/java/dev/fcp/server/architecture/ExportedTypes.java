package dev.fcp.server.architecture;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The public types in the packages that the modules export to all modules, read from the sources.
 *
 * @param modules the types of each module by package, in the order of their names
 */
record ExportedTypes(Map<String, Map<String, List<Type>>> modules) {

  /** The libraries, in the order of their dependencies. */
  private static final List<String> MODULES =
      List.of(
          "fcp-eventlog",
          "fcp-verbs",
          "fcp-drawio",
          "fcp-midi",
          "fcp-vault",
          "fcp-blocks",
          "fcp-postgres");

  /**
   * A public top-level type.
   *
   * @param name its binary name
   * @param summary the first sentence of its Javadoc, in Markdown
   * @param nested the simple names of the public types nested directly in it
   */
  record Type(String name, String summary, List<String> nested) {

    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The line of the type on the page. */
    String line() {
      String also =
          nested.isEmpty()
              ? ""
              : nested.stream()
                  .map("`%s`"::formatted)
                  .collect(Collectors.joining(", ", " Nested: ", "."));
      return "- `" + simpleName() + "`: " + summary + also;
    }
  }

  /** Reads the sources of all libraries in a checkout. */
  static ExportedTypes read(Path checkout) throws IOException {
    Map<String, Map<String, List<Type>>> modules = new LinkedHashMap<>();
    for (String module : MODULES) {
      modules.put(module, readModule(checkout.resolve(module).resolve("src/main/java")));
    }
    return new ExportedTypes(modules);
  }

  private static Map<String, List<Type>> readModule(Path sources) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(sources)) {
      files = found.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      return readUnits(DocTrees.instance(task), task.parse());
    }
  }

  private static Map<String, List<Type>> readUnits(
      DocTrees docs, Iterable<? extends CompilationUnitTree> units) {
    Set<String> exported = new TreeSet<>();
    Map<String, List<Type>> types = new TreeMap<>();
    for (CompilationUnitTree unit : units) {
      if (unit.getModule() != null) {
        exported.addAll(exportedBy(unit));
      }
      for (Tree tree : unit.getTypeDecls()) {
        if (tree instanceof ClassTree type && isPublic(type)) {
          types
              .computeIfAbsent(String.valueOf(unit.getPackageName()), any -> new ArrayList<>())
              .add(type(docs, unit, type));
        }
      }
    }
    types.keySet().retainAll(exported);
    return types;
  }

  private static List<String> exportedBy(CompilationUnitTree unit) {
    return unit.getModule().getDirectives().stream()
        .filter(directive ->
            directive instanceof ExportsTree exports && exports.getModuleNames() == null)
        .map(directive -> ((ExportsTree) directive).getPackageName().toString())
        .toList();
  }

  private static boolean isPublic(ClassTree type) {
    return type.getModifiers().getFlags().contains(Modifier.PUBLIC);
  }

  private static Type type(DocTrees docs, CompilationUnitTree unit, ClassTree type) {
    boolean isInterface =
        type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
    List<String> nested =
        type.getMembers().stream()
            .filter(member -> member instanceof ClassTree it && (isInterface || isPublic(it)))
            .map(member -> ((ClassTree) member).getSimpleName().toString())
            .sorted()
            .toList();
    TreePath path = new TreePath(new TreePath(unit), type);
    return new Type(
        unit.getPackageName() + "." + type.getSimpleName(),
        firstSentence(docs.getDocCommentTree(path)),
        nested);
  }

  private static String firstSentence(@Nullable DocCommentTree comment) {
    return comment == null
        ? ""
        : comment.getFirstSentence().stream()
            .map(ExportedTypes::markdown)
            .collect(Collectors.joining())
            .replaceAll("\\s+", " ");
  }

  private static String markdown(DocTree tree) {
    return switch (tree) {
      case LiteralTree literal -> "`" + literal.getBody().getBody() + "`";
      case LinkTree link ->
          link.getLabel().isEmpty()
              ? "`" + link.getReference().getSignature().replace('#', '.') + "`"
              : link.getLabel().stream().map(ExportedTypes::markdown).collect(Collectors.joining());
      case DocTree other -> other.toString();
    };
  }

  /** The names of all types. */
  List<String> names() {
    return modules.values().stream()
        .flatMap(packages -> packages.values().stream())
        .flatMap(List::stream)
        .map(Type::name)
        .toList();
  }

  /** The page that lists all types. */
  String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # API

            The public types of all exported packages, each with the first sentence of its Javadoc. A test generates this
            page from the sources and compares it; [CONTRIBUTING](../CONTRIBUTING.md) has the command that updates it.
            """);
    modules.forEach((module, packages) -> {
      page.append("\n## ").append(module).append('\n');
      packages.forEach((name, types) -> {
        page.append("\n### ").append(name).append("\n\n");
        types.forEach(type -> page.append(type.line()).append('\n'));
      });
    });
    return page.toString();
  }
}
