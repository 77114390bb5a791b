import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes {@code baseline.jar} beside this file: the public classes of the exported packages, without
 * private members and code. The build fails if the engine becomes incompatible with it.
 *
 * <p>After a build, on JDK 24 or newer, from the root of the checkout: {@code java
 * fcp-eventlog/src/api/ApiBaseline.java}.
 */
final class ApiBaseline {

  private static final Path CLASSES = Path.of("fcp-eventlog/target/classes");
  private static final Path BASELINE = Path.of("fcp-eventlog/src/api/baseline.jar");

  private static final ClassTransform SIGNATURES =
      ClassTransform.dropping(element ->
              switch (element) {
                case FieldModel field -> !isVisible(field.flags().flags());
                case MethodModel method -> !isVisible(method.flags().flags());
                default -> false;
              })
          .andThen(
              ClassTransform.transformingMethods(
                  MethodTransform.dropping(element -> element instanceof CodeModel)));

  private static boolean isVisible(Set<AccessFlag> flags) {
    return flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED);
  }

  public static void main(String[] args) throws IOException {
    ClassFile format = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);
    List<Path> packages =
        format.parse(CLASSES.resolve("module-info.class")).findAttribute(Attributes.module())
            .orElseThrow().exports().stream()
            .filter(exports -> exports.exportsTo().isEmpty())
            .map(exports -> CLASSES.resolve(exports.exportedPackage().name().stringValue()))
            .toList();
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(BASELINE))) {
      for (Path folder : packages) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(it -> it.toString().endsWith(".class")).sorted().toList()) {
            ClassModel type = format.parse(file);
            if (!isVisible(type.flags().flags())) {
              continue;
            }
            ZipEntry entry = new ZipEntry(CLASSES.relativize(file).toString().replace('\\', '/'));
            entry.setTime(0);
            jar.putNextEntry(entry);
            jar.write(format.transformClass(type, SIGNATURES));
          }
        }
      }
    }
  }
}
