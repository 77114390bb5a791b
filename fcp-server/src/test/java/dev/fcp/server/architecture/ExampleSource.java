package dev.fcp.server.architecture;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A source text that stands in a test: the counter-example that shows a rule able to fail. */
final class ExampleSource extends SimpleJavaFileObject {

  private final String text;

  /** A source of the type, module or package with this full name. */
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

  /** Compiles sources into a folder; they see no class but each other and the JDK. */
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
