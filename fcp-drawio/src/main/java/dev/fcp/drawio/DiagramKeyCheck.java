package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import java.util.Optional;

/** Which entities may stand under which names. */
final class DiagramKeyCheck {

  private DiagramKeyCheck() {}

  /**
   * Holds an entity against its name.
   *
   * @throws IllegalArgumentException if another kind of entity stands under such a name, or its id
   *     in the file is another than that of the name
   */
  static void requireMatch(DiagramKey key, DiagramEntity entity) {
    boolean matches =
        switch (entity) {
          case DocumentRoot document -> key.isDocument();
          case Page page -> key.isPage() && allowsStoredId(key.page(), page.storedId());
          case Cell cell -> key.isCell() && allowsStoredId(key.cell(), cell.storedId());
          case ForeignElement foreign -> key.isCell() && DiagramKey.isSynthetic(key.cell());
        };
    if (!matches) {
      throw new IllegalArgumentException(key + " does not name " + entity);
    }
  }

  /** A synthetic id may stand for any id in the file, another id only for itself. */
  private static boolean allowsStoredId(String id, Optional<String> storedId) {
    return DiagramKey.isSynthetic(id) || storedId.equals(Optional.of(id));
  }
}
