package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The entry of the program, which an old Java can start as well. */
class MainTest {

  private static final int CLASS_FILE_OF_JAVA_11 = 55;
  private static final int VERSION_OFFSET_BYTES = 6;

  private static byte[] bytes() throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("Main.class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  /** Loads the entry and the JDK, and no other class of the program. */
  private static final class IsolatedClassLoader extends ClassLoader {

    private final byte[] main;

    IsolatedClassLoader(byte[] main) {
      super(ClassLoader.getPlatformClassLoader());
      this.main = main;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals(Main.class.getName())) {
        return defineClass(name, main, 0, main.length);
      }
      throw new ClassNotFoundException(name);
    }
  }

  @Test
  void main_is_compiled_for_java_11() throws IOException {
    assertThat(ByteBuffer.wrap(bytes()).getShort(VERSION_OFFSET_BYTES))
        .isEqualTo((short) CLASS_FILE_OF_JAVA_11);
  }

  @Test
  void main_refuses_an_old_java_without_loading_any_other_class() throws Exception {
    Class<?> alone = new IsolatedClassLoader(bytes()).loadClass(Main.class.getName());
    Method refusal = alone.getDeclaredMethod("refusal", int.class, String.class);
    refusal.setAccessible(true);
    assertThat(refusal.invoke(null, 17, "/opt/jdk-17"))
        .isEqualTo("fcp-conform needs Java 21 or newer; this is Java 17, /opt/jdk-17");
  }

  @Test
  void the_other_classes_are_compiled_for_the_required_java() throws IOException {
    try (InputStream in = Conform.class.getResourceAsStream("Conform.class")) {
      byte[] conform = Objects.requireNonNull(in).readAllBytes();
      assertThat(ByteBuffer.wrap(conform).getShort(VERSION_OFFSET_BYTES))
          .isEqualTo((short) (Main.REQUIRED_JAVA_VERSION + 44));
    }
  }
}
