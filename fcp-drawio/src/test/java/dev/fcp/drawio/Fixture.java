package dev.fcp.drawio;

import java.nio.file.Path;
import java.util.List;

/** The diagram files of the tests, for tests of other packages. */
public final class Fixture {

  private Fixture() {}

  /** The names of all. */
  public static List<String> names() {
    return DiagramFiles.fixtures().stream().map(Path::getFileName).map(Path::toString).toList();
  }

  /** The bytes of one. */
  public static byte[] bytes(String name) {
    return DiagramFiles.fixture(name);
  }
}
