package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Describes the changes of a cell, property by property.
 *
 * @param before the cell before the change
 * @param after the cell after the change
 */
record CellChangeDescriber(CellState before, CellState after) {

  private static final List<String> LABEL_ATTRIBUTES = List.of("value", "label");

  /** A cell and its diagram. */
  record CellState(DiagramLookup diagram, DiagramKey key, Cell cell) {

    Optional<Box> box() {
      return diagram.box(key, cell);
    }

    String displayEnd(Optional<String> cellId) {
      return diagram.endLabel(key, cellId);
    }
  }

  /** Describes the differences; empty if only invisible markup differs. */
  List<String> describe() {
    List<String> descriptions = new ArrayList<>();
    addTextDifference(descriptions);
    addPositionDifference(descriptions);
    addDifference(descriptions, "in", Cell::parent, CellState::displayEnd);
    addDifference(descriptions, "from", Cell::source, CellState::displayEnd);
    addDifference(descriptions, "to", Cell::target, CellState::displayEnd);
    addStyleDifferences(descriptions);
    addAttributeDifferences(
        descriptions, "", before.cell().attributes(), after.cell().attributes());
    addAttributeDifferences(
        descriptions, "data ", before.cell().wrapperAttributes(), after.cell().wrapperAttributes());
    if (!before.cell().order().equals(after.cell().order()) && descriptions.isEmpty()) {
      descriptions.add("order");
    }
    return descriptions;
  }

  private void addDifference(
      List<String> descriptions,
      String label,
      Function<Cell, Optional<String>> reference,
      BiFunction<CellState, Optional<String>, String> describe) {
    Optional<String> oldReference = reference.apply(before.cell());
    Optional<String> newReference = reference.apply(after.cell());
    if (!oldReference.equals(newReference)) {
      descriptions.add(
          label
              + " "
              + ChangeText.of(
                  describe.apply(before, oldReference), describe.apply(after, newReference)));
    }
  }

  private void addTextDifference(List<String> descriptions) {
    String oldText = LabelText.of(before.cell());
    String newText = LabelText.of(after.cell());
    boolean isLayer = after.cell().kind() == CellKind.LAYER;
    if (!oldText.equals(newText)) {
      String label = isLayer ? "name " : "text ";
      descriptions.add(label + ChangeText.of(Labels.display(oldText), Labels.display(newText)));
    } else if (!before.cell().label().equals(after.cell().label())) {
      descriptions.add("text format");
    }
    if (isLayer && LayerVerbs.isVisible(before.cell()) != LayerVerbs.isVisible(after.cell())) {
      descriptions.add(
          LayerVerbs.isVisible(after.cell()) ? "hidden -> visible" : "visible -> hidden");
    }
  }

  private void addPositionDifference(List<String> descriptions) {
    Optional<Geometry> oldGeometry = before.cell().geometry();
    Optional<Geometry> newGeometry = after.cell().geometry();
    Optional<Box> oldBox = before.box();
    Optional<Box> newBox = after.box();
    int count = descriptions.size();
    if (oldBox.isPresent() && newBox.isPresent() && !oldBox.equals(newBox)) {
      String oldPosition = MoveVerbs.formatPoint(oldBox.get().x(), oldBox.get().y());
      String newPosition = MoveVerbs.formatPoint(newBox.get().x(), newBox.get().y());
      String oldSize = formatSize(oldBox.get());
      String newSize = formatSize(newBox.get());
      descriptions.addAll(
          oldPosition.equals(newPosition)
              ? List.of()
              : List.of("at " + ChangeText.of(oldPosition, newPosition)));
      descriptions.addAll(
          oldSize.equals(newSize) ? List.of() : List.of("size " + ChangeText.of(oldSize, newSize)));
    }
    boolean onlyParentChanged =
        oldBox.equals(newBox) && !before.cell().parent().equals(after.cell().parent());
    if (!oldGeometry.equals(newGeometry) && descriptions.size() == count && !onlyParentChanged) {
      descriptions.add(after.cell().kind() == CellKind.EDGE ? "route" : "place");
    }
  }

  private static String formatSize(Box box) {
    return MoveVerbs.formatPoint(box.width(), box.height()).replace(',', 'x');
  }

  private void addStyleDifferences(List<String> descriptions) {
    if (before.cell().style().equals(after.cell().style())) {
      return;
    }
    Map<String, String> oldTokens = tokenValues(before.cell().style());
    Map<String, String> newTokens = tokenValues(after.cell().style());
    TreeSet<String> units = new TreeSet<>(oldTokens.keySet());
    units.addAll(newTokens.keySet());
    for (String unit : units) {
      Optional<String> oldValue = Optional.ofNullable(oldTokens.get(unit));
      Optional<String> newValue = Optional.ofNullable(newTokens.get(unit));
      if (!oldValue.equals(newValue)) {
        descriptions.add(StyleProperty.keywordFor(unit) + " " + ChangeText.of(oldValue, newValue));
      }
    }
  }

  private static Map<String, String> tokenValues(Optional<Style> style) {
    Map<String, String> tokens = new LinkedHashMap<>();
    for (Style.StyleToken token : style.map(Style::tokens).orElse(List.of())) {
      if (!token.text().isBlank()) {
        String value = token.value().map(it -> tokenValue(token.key(), it)).orElse("yes");
        tokens.put(token.unit(), value);
      }
    }
    return tokens;
  }

  private static String tokenValue(String key, String value) {
    String word = StyleProperty.keywordForValue(key, value);
    return word.matches("[\\p{L}\\p{N}.#%_+-]{1,40}") ? word : Labels.display(word);
  }

  private void addAttributeDifferences(
      List<String> descriptions, String label, Attributes oldAttributes, Attributes newAttributes) {
    TreeSet<String> names = new TreeSet<>(oldAttributes.names());
    names.addAll(newAttributes.names());
    names.removeAll(LABEL_ATTRIBUTES);
    if (after.cell().kind() == CellKind.LAYER) {
      names.remove("visible");
    }
    for (String name : names) {
      boolean isPlainWord = name.equals(Page.FLOW_ATTRIBUTE);
      Optional<String> oldValue =
          oldAttributes.value(name).map(it -> isPlainWord ? it : Labels.display(it));
      Optional<String> newValue =
          newAttributes.value(name).map(it -> isPlainWord ? it : Labels.display(it));
      if (!oldValue.equals(newValue)) {
        descriptions.add(attributeLabel(label, name) + " " + ChangeText.of(oldValue, newValue));
      }
    }
  }

  /** The attributes of FCP have their own labels. */
  private static String attributeLabel(String label, String name) {
    return switch (name) {
      case Page.TITLE_ATTRIBUTE -> "title";
      case Page.FLOW_ATTRIBUTE -> "flow";
      default -> label + name;
    };
  }
}
