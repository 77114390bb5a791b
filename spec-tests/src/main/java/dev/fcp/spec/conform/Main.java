package dev.fcp.spec.conform;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * The entry point of the program that tests logs in any language. It is compiled for Java 11 and
 * refers to all other classes by name only, so that an old Java reports the required version
 * instead of a stack trace about class file versions.
 */
public final class Main {

  /** The Java version that all other classes are compiled for. */
  static final int REQUIRED_JAVA_VERSION = 21;

  private static final int EXIT_JAVA_TOO_OLD = 3;

  private Main() {}

  /** Runs the command and exits with its exit code. */
  public static void main(String[] args) throws ReflectiveOperationException {
    int version = Runtime.version().feature();
    if (version < REQUIRED_JAVA_VERSION) {
      System.err.println(refusal(version, System.getProperty("java.home")));
      System.exit(EXIT_JAVA_TOO_OLD);
    }
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
    Method run =
        Class.forName("dev.fcp.spec.conform.Conform")
            .getDeclaredMethod("run", PrintWriter.class, PrintWriter.class, String[].class);
    int code = (Integer) run.invoke(null, out, err, args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** Returns the message for a Java version that is too old. */
  static String refusal(int version, String home) {
    return "fcp-conform needs Java "
        + REQUIRED_JAVA_VERSION
        + " or newer; this is Java "
        + version
        + ", "
        + home;
  }
}
