package dev.fcp.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The exported types match {@code docs/api.md}, and their signatures use no hidden library. */
class ExportedTypesTest {

  private static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();

  /** Libraries that are implementation details. */
  private static final List<String> HIDDEN_LIBRARIES =
      List.of("com.google.common.", "com.fasterxml.", "tools.jackson.");

  private final ExportedTypes exported = ExportedTypes.read(CHECKOUT);

  ExportedTypesTest() throws IOException {}

  @Test
  void the_page_lists_the_exported_types() throws IOException {
    String page = exported.page();
    if (!page.equals(Files.readString(CHECKOUT.resolve("docs/api.md")))) {
      Files.writeString(CHECKOUT.resolve("fcp-server/target/api.md"), page);
    }
    assertThat(CHECKOUT.resolve("docs/api.md"))
        .as("the page as generated is fcp-server/target/api.md")
        .hasContent(page);
  }

  @Test
  void every_exported_type_has_a_summary() {
    assertThat(exported.modules().values())
        .allSatisfy(packages ->
            assertThat(packages.values())
                .allSatisfy(types ->
                    assertThat(types).isNotEmpty().noneMatch(type -> type.summary().isEmpty())));
  }

  @Test
  void no_signature_names_a_hidden_library() throws ClassNotFoundException {
    assertThat(exported.names()).hasSizeGreaterThan(100);
    for (String name : exported.names()) {
      assertThat(signatures(Class.forName(name)).filter(ExportedTypesTest::namesHiddenLibrary))
          .as(name)
          .isEmpty();
    }
  }

  @Test
  void a_signature_that_names_a_hidden_library_is_found() {
    assertThat(signatures(Leaky.class).filter(ExportedTypesTest::namesHiddenLibrary)).hasSize(2);
  }

  /** A type whose field and method signatures name a hidden library. */
  public static final class Leaky {
    public List<com.google.common.collect.ImmutableList<String>> field = List.of();

    com.google.common.collect.ImmutableList<String> hidden() {
      return com.google.common.collect.ImmutableList.of();
    }

    protected void method(com.google.common.collect.ImmutableList<String> argument) {}
  }

  private static boolean namesHiddenLibrary(String signature) {
    return HIDDEN_LIBRARIES.stream().anyMatch(signature::contains);
  }

  /** The visible signatures of a type and its nested types, as text. */
  private static Stream<String> signatures(Class<?> type) {
    if (!isVisible(type.getModifiers())) {
      return Stream.of();
    }
    Stream<Type> parents =
        Stream.concat(
            Stream.ofNullable(type.getGenericSuperclass()),
            Arrays.stream(type.getGenericInterfaces()));
    Stream<Type> bounds =
        Arrays.stream(type.getTypeParameters())
            .map(TypeVariable::getBounds)
            .flatMap(Arrays::stream);
    Stream<Member> members =
        Stream.of(
                type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
            .flatMap(Arrays::stream);
    return Stream.of(
            Stream.concat(parents, bounds).map(Type::getTypeName),
            members.filter(it -> isVisible(it.getModifiers())).map(ExportedTypesTest::signature),
            Arrays.stream(type.getDeclaredClasses()).flatMap(ExportedTypesTest::signatures))
        .flatMap(it -> it);
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String signature(Member member) {
    return switch (member) {
      case Field field -> field.toGenericString();
      case Method method -> method.toGenericString();
      case Executable executable -> executable.toGenericString();
      case Member other -> throw new AssertionError(other);
    };
  }
}
