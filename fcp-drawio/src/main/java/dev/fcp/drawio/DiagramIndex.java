package dev.fcp.drawio;

import com.google.common.collect.Iterables;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.verbs.names.NameResolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of the cells of a diagram: sorted entries of a page, an aspect, a text and a cell.
 * Immutable; each change of the model updates it.
 */
public final class DiagramIndex implements DerivedIndex<DiagramKey, DiagramEntity> {

  /** What the text of an entry is. */
  public enum Aspect {
    /** The key of a name, see {@link NameResolver#keyOf}: of the label, of the id, or of both. */
    NAME,
    /** The id in the file of a cell that has a synthetic id. */
    STORED_ID,
    /** The order key of a root. */
    ROOT,
    /** The order key of a layer. */
    LAYER
  }

  /** The empty index. */
  static final DiagramIndex EMPTY = new DiagramIndex(PersistentMap.empty(IndexEntry.ORDER));

  private record IndexEntry(String page, Aspect aspect, String text, String cell) {

    static final Comparator<IndexEntry> ORDER = IndexEntry::compare;

    private static int compare(IndexEntry first, IndexEntry second) {
      int byPage = first.page.compareTo(second.page);
      int byAspect = byPage != 0 ? byPage : first.aspect.compareTo(second.aspect);
      int byText = byAspect != 0 ? byAspect : first.text.compareTo(second.text);
      return byText != 0 ? byText : first.cell.compareTo(second.cell);
    }
  }

  private final PersistentMap<IndexEntry, String> cells;

  private DiagramIndex(PersistentMap<IndexEntry, String> cells) {
    this.cells = cells;
  }

  /** The index of a diagram. */
  public static DiagramIndex of(EntityModel<DiagramKey, DiagramEntity> model) {
    return (DiagramIndex) model.derivedIndex();
  }

  /** The ids of the cells with a text, sorted by id. */
  public Iterable<String> cellsWith(DiagramKey page, Aspect aspect, String text) {
    return cells(page, aspect, text, text + Character.MIN_VALUE);
  }

  /** The ids of the cells with a text that starts with a prefix, sorted by text. */
  public Iterable<String> cellsWithPrefix(DiagramKey page, Aspect aspect, String prefix) {
    return cells(page, aspect, prefix, prefix + Character.MAX_VALUE);
  }

  private Iterable<String> cells(DiagramKey page, Aspect aspect, String from, String to) {
    return Iterables.transform(
        cells.range(
            new IndexEntry(page.page(), aspect, from, ""),
            new IndexEntry(page.page(), aspect, to, "")),
        Map.Entry::getValue);
  }

  private static Set<IndexEntry> entriesOf(DiagramKey key, Optional<DiagramEntity> entity) {
    Set<IndexEntry> entries = new LinkedHashSet<>();
    if (entity.isPresent() && entity.get() instanceof Cell cell) {
      for (String name : namesOf(key.cell(), LabelText.of(cell))) {
        entries.add(entry(key, Aspect.NAME, NameResolver.keyOf(name)));
      }
      if (DiagramKey.isSynthetic(key.cell())) {
        cell.storedId().ifPresent(id -> entries.add(entry(key, Aspect.STORED_ID, id)));
      }
      if (cell.kind() == CellKind.ROOT) {
        entries.add(entry(key, Aspect.ROOT, cell.order().digits()));
      } else if (cell.kind() == CellKind.LAYER) {
        entries.add(entry(key, Aspect.LAYER, cell.order().digits()));
      }
    }
    return entries;
  }

  private static IndexEntry entry(DiagramKey key, Aspect aspect, String text) {
    return new IndexEntry(key.page(), aspect, text, key.cell());
  }

  /** The names by which users refer to a page or cell: its text if it has one, and its id. */
  public static List<String> namesOf(String id, String text) {
    List<String> names = new ArrayList<>();
    if (!text.isEmpty()) {
      names.add(text);
    }
    if (!DiagramKey.isSynthetic(id)) {
      names.add(id);
    }
    names.add("#" + DiagramKey.displayId(id));
    return names;
  }

  @Override
  public DiagramIndex with(
      DiagramKey key, Optional<DiagramEntity> before, Optional<DiagramEntity> after) {
    Set<IndexEntry> removed = entriesOf(key, before);
    Set<IndexEntry> added = entriesOf(key, after);
    if (removed.equals(added)) {
      return this;
    }
    PersistentMap<IndexEntry, String> changed = cells;
    for (IndexEntry entry : removed) {
      changed = added.contains(entry) ? changed : changed.without(entry);
    }
    for (IndexEntry entry : added) {
      changed = removed.contains(entry) ? changed : changed.with(entry, key.cell());
    }
    return new DiagramIndex(changed);
  }

  @Override
  public DiagramIndex withAll(Iterable<Map.Entry<DiagramKey, DiagramEntity>> entities) {
    List<Map.Entry<IndexEntry, String>> sorted = new ArrayList<>();
    cells.forEach(sorted::add);
    for (Map.Entry<DiagramKey, DiagramEntity> entity : entities) {
      for (IndexEntry entry : entriesOf(entity.getKey(), Optional.of(entity.getValue()))) {
        sorted.add(Map.entry(entry, entry.cell()));
      }
    }
    sorted.sort(Map.Entry.comparingByKey(IndexEntry.ORDER));
    return new DiagramIndex(PersistentMap.ofSorted(IndexEntry.ORDER, sorted));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DiagramIndex index && cells.equals(index.cells);
  }

  @Override
  public int hashCode() {
    return cells.hashCode();
  }

  @Override
  public String toString() {
    return cells.toString();
  }
}
