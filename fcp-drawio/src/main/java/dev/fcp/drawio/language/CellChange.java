package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
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
 * What is different in a cell, property by property.
 *
 * @param old the cell as it was
 * @param now the cell as it is
 */
record CellChange(Side old, Side now) {

  private static final List<String> TEXTS = List.of("value", "label");

  /** A cell in its diagram. */
  record Side(Drawing drawing, DiagramKey key, Cell cell) {

    Optional<Box> box() {
      return drawing.box(key, cell);
    }

    String named(Optional<String> other) {
      return drawing.end(key, other);
    }
  }

  /** The differences in words; none if there is only markup that no person sees. */
  List<String> told() {
    List<String> told = new ArrayList<>();
    addTexts(told);
    addPlace(told);
    add(told, "in", Cell::parent, Side::named);
    add(told, "from", Cell::source, Side::named);
    add(told, "to", Cell::target, Side::named);
    addStyle(told);
    addAttributes(told, "", old.cell().attributes(), now.cell().attributes());
    addAttributes(told, "data ", old.cell().wrapperAttributes(), now.cell().wrapperAttributes());
    if (!old.cell().order().equals(now.cell().order()) && told.isEmpty()) {
      told.add("order");
    }
    return told;
  }

  private void add(
      List<String> told,
      String what,
      Function<Cell, Optional<String>> part,
      BiFunction<Side, Optional<String>, String> words) {
    Optional<String> before = part.apply(old.cell());
    Optional<String> after = part.apply(now.cell());
    if (!before.equals(after)) {
      told.add(what + " " + Change.of(words.apply(old, before), words.apply(now, after)));
    }
  }

  private void addTexts(List<String> told) {
    String before = Labels.plain(old.cell());
    String after = Labels.plain(now.cell());
    boolean isLayer = now.cell().kind() == Kind.LAYER;
    if (!before.equals(after)) {
      String what = isLayer ? "name " : "text ";
      told.add(what + Change.of(Labels.shown(before), Labels.shown(after)));
    } else if (!old.cell().label().equals(now.cell().label())) {
      told.add("text format");
    }
    if (isLayer && LayerVerbs.isVisible(old.cell()) != LayerVerbs.isVisible(now.cell())) {
      told.add(LayerVerbs.isVisible(now.cell()) ? "hidden -> visible" : "visible -> hidden");
    }
  }

  private void addPlace(List<String> told) {
    Optional<Geometry> before = old.cell().geometry();
    Optional<Geometry> after = now.cell().geometry();
    Optional<Box> from = old.box();
    Optional<Box> to = now.box();
    int count = told.size();
    if (from.isPresent() && to.isPresent()) {
      String place = MoveVerbs.shown(from.get().x(), from.get().y());
      String moved = MoveVerbs.shown(to.get().x(), to.get().y());
      String size = size(from.get());
      String resized = size(to.get());
      told.addAll(place.equals(moved) ? List.of() : List.of("at " + Change.of(place, moved)));
      told.addAll(size.equals(resized) ? List.of() : List.of("size " + Change.of(size, resized)));
    }
    boolean isOnlyIn = from.equals(to) && !old.cell().parent().equals(now.cell().parent());
    if (!before.equals(after) && told.size() == count && !isOnlyIn) {
      told.add(now.cell().kind() == Kind.EDGE ? "route" : "place");
    }
  }

  private static String size(Box box) {
    return MoveVerbs.shown(box.width(), box.height()).replace(',', 'x');
  }

  private void addStyle(List<String> told) {
    Map<String, String> before = tokens(old.cell().style());
    Map<String, String> after = tokens(now.cell().style());
    TreeSet<String> units = new TreeSet<>(before.keySet());
    units.addAll(after.keySet());
    for (String unit : units) {
      Optional<String> was = Optional.ofNullable(before.get(unit));
      Optional<String> is = Optional.ofNullable(after.get(unit));
      if (!was.equals(is)) {
        told.add(StyleProperty.word(unit) + " " + Change.of(was, is));
      }
    }
  }

  private static Map<String, String> tokens(Optional<Style> style) {
    Map<String, String> tokens = new LinkedHashMap<>();
    for (Style.Token token : style.map(Style::tokens).orElse(List.of())) {
      if (!token.text().isBlank()) {
        String value = token.value().map(it -> value(token.key(), it)).orElse("yes");
        tokens.put(token.unit(), value);
      }
    }
    return tokens;
  }

  private static String value(String key, String value) {
    String word = StyleProperty.valueWord(key, value);
    return word.matches("[\\p{L}\\p{N}.#%_+-]{1,40}") ? word : Labels.shown(word);
  }

  private void addAttributes(List<String> told, String what, Attributes before, Attributes after) {
    TreeSet<String> names = new TreeSet<>(before.names());
    names.addAll(after.names());
    names.removeAll(TEXTS);
    if (now.cell().kind() == Kind.LAYER) {
      names.remove("visible");
    }
    for (String name : names) {
      boolean isWord = name.equals(Page.FLOW);
      Optional<String> was = before.value(name).map(it -> isWord ? it : Labels.shown(it));
      Optional<String> is = after.value(name).map(it -> isWord ? it : Labels.shown(it));
      if (!was.equals(is)) {
        told.add(word(what, name) + " " + Change.of(was, is));
      }
    }
  }

  /** The custom attributes that mean something here have names of their own. */
  private static String word(String what, String name) {
    return switch (name) {
      case Page.TITLE -> "title";
      case Page.FLOW -> "flow";
      default -> what + name;
    };
  }
}
