package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.Optional;

/**
 * What can happen to a diagram: the whole vocabulary. Each event is one change of one entity and
 * carries all that is needed to apply it and to take it back.
 *
 * <p>{@code before} and {@code after} hold the changed units of the entity by name; one that is
 * missing in {@code before} was absent, one that is missing in {@code after} becomes so. The names
 * of units are those of {@code DiagramDomain}.
 */
public sealed interface DiagramEvent {

  /** The entity it happens to. */
  DiagramKey key();

  /**
   * The event for an entity that comes into being.
   *
   * @throws IllegalArgumentException if it is the document, or does not stand under such a name
   */
  static DiagramEvent created(DiagramKey key, DiagramEntity entity) {
    return DiagramChanges.created(key, entity);
  }

  /**
   * The event for an entity that goes.
   *
   * @throws IllegalArgumentException if it is the document, or does not stand under such a name
   */
  static DiagramEvent deleted(DiagramKey key, DiagramEntity entity) {
    return DiagramChanges.deleted(key, entity);
  }

  /**
   * The event that makes one entity the other under the same name; empty if they are equal.
   *
   * @throws IllegalArgumentException if they are of different kinds
   */
  static Optional<DiagramEvent> between(DiagramKey key, DiagramEntity from, DiagramEntity to) {
    return DiagramChanges.between(key, from, to);
  }

  /** A shape comes into being. */
  record ShapeCreated(DiagramKey key, Cell shape) implements DiagramEvent {
    public ShapeCreated {
      DiagramEventCheck.checkEntity(CellKind.SHAPE, key, shape);
    }
  }

  /** Some units of a shape get other values. */
  record ShapeModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public ShapeModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.CELL, key, before, after);
    }
  }

  /** A shape goes. */
  record ShapeDeleted(DiagramKey key, Cell shape) implements DiagramEvent {
    public ShapeDeleted {
      DiagramEventCheck.checkEntity(CellKind.SHAPE, key, shape);
    }
  }

  /** An edge comes into being. */
  record EdgeCreated(DiagramKey key, Cell edge) implements DiagramEvent {
    public EdgeCreated {
      DiagramEventCheck.checkEntity(CellKind.EDGE, key, edge);
    }
  }

  /** Some units of an edge get other values. */
  record EdgeModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public EdgeModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.CELL, key, before, after);
    }
  }

  /** An edge goes. */
  record EdgeDeleted(DiagramKey key, Cell edge) implements DiagramEvent {
    public EdgeDeleted {
      DiagramEventCheck.checkEntity(CellKind.EDGE, key, edge);
    }
  }

  /** A group comes into being, without members. */
  record GroupCreated(DiagramKey key, Cell group) implements DiagramEvent {
    public GroupCreated {
      DiagramEventCheck.checkEntity(CellKind.GROUP, key, group);
    }
  }

  /** Some units of a group get other values. */
  record GroupModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public GroupModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.CELL, key, before, after);
    }
  }

  /** A group goes; its members went elsewhere before. */
  record GroupDissolved(DiagramKey key, Cell group) implements DiagramEvent {
    public GroupDissolved {
      DiagramEventCheck.checkEntity(CellKind.GROUP, key, group);
    }
  }

  /** A layer comes into being. */
  record LayerCreated(DiagramKey key, Cell layer) implements DiagramEvent {
    public LayerCreated {
      DiagramEventCheck.checkEntity(CellKind.LAYER, key, layer);
    }
  }

  /** Some units of a layer get other values. */
  record LayerModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public LayerModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.CELL, key, before, after);
    }
  }

  /** A layer goes. */
  record LayerDeleted(DiagramKey key, Cell layer) implements DiagramEvent {
    public LayerDeleted {
      DiagramEventCheck.checkEntity(CellKind.LAYER, key, layer);
    }
  }

  /** A page comes into being, without cells. */
  record PageAdded(DiagramKey key, Page page) implements DiagramEvent {
    public PageAdded {
      DiagramEventCheck.checkEntity(key, page);
    }
  }

  /** Some units of a page get other values. */
  record PageModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public PageModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.PAGE, key, before, after);
    }
  }

  /** A page goes; its cells went before. */
  record PageRemoved(DiagramKey key, Page page) implements DiagramEvent {
    public PageRemoved {
      DiagramEventCheck.checkEntity(key, page);
    }
  }

  /**
   * The direction in which a page flows is another: an attribute of its root cell.
   *
   * @param key the root cell of the page
   * @param before empty if there was none
   * @param after empty if there will be none
   */
  record FlowDirectionChanged(DiagramKey key, Optional<String> before, Optional<String> after)
      implements DiagramEvent {
    public FlowDirectionChanged {
      DiagramEventCheck.checkChanged(key, before, after);
    }
  }

  /**
   * The title that a page gives the document is another: an attribute of its root cell. The
   * document has the title of its first page.
   *
   * @param key the root cell of the page
   * @param before empty if there was none
   * @param after empty if there will be none
   */
  record TitleChanged(DiagramKey key, Optional<String> before, Optional<String> after)
      implements DiagramEvent {
    public TitleChanged {
      DiagramEventCheck.checkChanged(key, before, after);
    }
  }

  /** Some units of the document itself get other values. */
  record DocumentModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public DocumentModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.DOCUMENT, key, before, after);
    }
  }

  /**
   * Something that has no event of its own comes into being: a root cell, an edge label, or a
   * foreign element.
   */
  record OpaqueAdded(DiagramKey key, DiagramEntity entity) implements DiagramEvent {
    public OpaqueAdded {
      DiagramEventCheck.checkOpaque(key, entity);
    }
  }

  /** Some units of something that has no event of its own get other values. */
  record OpaqueModified(DiagramKey key, Value.Fields before, Value.Fields after)
      implements DiagramEvent {
    public OpaqueModified {
      DiagramEventCheck.checkModified(DiagramEventCheck.KeyKind.CELL, key, before, after);
    }
  }

  /** Something that has no event of its own goes. */
  record OpaqueRemoved(DiagramKey key, DiagramEntity entity) implements DiagramEvent {
    public OpaqueRemoved {
      DiagramEventCheck.checkOpaque(key, entity);
    }
  }
}
