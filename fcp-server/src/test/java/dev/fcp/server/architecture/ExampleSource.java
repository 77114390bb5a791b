package dev.fcp.server.architecture;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A source file in a string: an example that violates a rule, to show that the rule can fail. */
final class ExampleSource extends SimpleJavaFileObject {

  private final String text;

  /** A source file for a type, module or package with a qualified name. */
  ExampleSource(String name, String text) {
    super(
        URI.create("example:///" + name.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension),
        JavaFileObject.Kind.SOURCE);
    this.text = text;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }

  /** Compiles sources into a folder; only the sources and the JDK are on their class path. */
  static void compile(Path folder, ExampleSource... sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-d", folder.toString(), "-classpath", folder.toString(), "-proc:none");
    StringBuilder problems = new StringBuilder();
    boolean compiled =
        compiler
            .getTask(null, null, problems::append, options, null, Stream.of(sources).toList())
            .call();
    if (!compiled) {
      throw new IllegalArgumentException("example does not compile: " + problems);
    }
  }
}
