package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is written in shapes and on connections, and how they look. */
final class TextVerbs {

  private static final String FILL = "fill";
  private static final Param<Palette> THEME = Palette.themeParam();

  static final Form LABEL =
      Form.of("label", "shapes", "writes into a shape or on a connection")
          .required("REF")
          .required("\"TEXT\"")
          .params(Arguments.PAGE);

  static final Form STYLE =
      Form.of("style", "shapes", "changes how shapes and connections look")
          .required("REF")
          .rest("REF")
          .params(THEME)
          .params(StyleProperty.params())
          .params(Arguments.PAGE)
          .openParams()
          .shownAs(
              "style REF [REF...] PROPERTY:VALUE [PROPERTY:VALUE...] [theme:NAME] [page:NAME]");

  private TextVerbs() {}

  static ResultLine label(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    String id = Finder.any(sheet, op, 0);
    String text = Arguments.written("the text", op, 1);
    String before = Finder.told(sheet, id);
    edit.cell(
        sheet.keyOf(id),
        cell -> cell.withLabel(Optional.of(Labels.spelled(text, Labels.isHtml(cell)))));
    return ResultLine.changed(before + " says " + Labels.shown(text));
  }

  static ResultLine style(ParsedOp op, Edit edit) {
    requireKnown(op);
    StyleProperty.requireOnce(op);
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet sheet = edit.sheet(page);
    Set<String> ids = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      ids.add(Finder.any(sheet, op, i));
    }
    Optional<Palette> theme = THEME.of(op);
    String told = StyleProperty.told(op) + theme.map(t -> " theme:" + t.word()).orElse("");
    if (told.isEmpty()) {
      throw NotDone.because("style needs a property", op.withParam(FILL, "blue").text());
    }
    for (String id : ids) {
      edit.cell(sheet.keyOf(id), cell -> styled(cell, theme, op));
    }
    List<String> names = ids.stream().map(id -> Finder.told(sheet, id)).toList();
    return ResultLine.changed(Phrases.some(names) + ": " + told.strip());
  }

  private static void requireKnown(ParsedOp op) {
    List<String> known = new ArrayList<>(List.of(THEME.key()));
    known.addAll(StyleProperty.words());
    known.add(Arguments.PAGE.key());
    for (String key : op.params().keySet()) {
      if (!known.contains(key)) {
        ParsedOp repaired =
            Suggestions.nearest(key, known)
                .filter(near -> op.param(near).isEmpty())
                .map(near -> op.withParamRenamed(key, near))
                .orElseGet(() -> styling(op.withoutParam(key)));
        throw NotDone.because(
            "style does not know " + Quoting.quoted(key) + "; it knows " + String.join(", ", known),
            repaired.text());
      }
    }
  }

  /** An operation that changes some look at least. */
  private static ParsedOp styling(ParsedOp op) {
    boolean some = StyleProperty.told(op).isEmpty() && op.param(THEME.key()).isEmpty();
    return some ? op.withParam(FILL, "blue") : op;
  }

  private static Cell styled(Cell cell, Optional<Palette> theme, ParsedOp op) {
    Style style = cell.style().orElse(Style.EMPTY);
    Style themed = theme.map(t -> t.applied(style)).orElse(style);
    Style changed = StyleProperty.applied(themed, op);
    return changed.equals(style) ? cell : cell.withStyle(Optional.of(changed));
  }
}
