package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Verbs that set the labels and styles of shapes and connections. */
final class TextVerbs {

  private static final Param<NamedColor> THEME = NamedColor.themeParam();

  static final Form LABEL =
      Form.of("label", "shapes", "sets the text of a shape or connection")
          .required("REF")
          .required("\"TEXT\"")
          .params(DiagramParams.PAGE);

  static final Form STYLE =
      Form.of("style", "shapes", "changes the style of shapes and connections")
          .required("REF")
          .rest("REF")
          .params(THEME)
          .params(StyleProperty.params())
          .params(DiagramParams.PAGE)
          .anyParams()
          .syntax("style REF [REF...] PROPERTY:VALUE [PROPERTY:VALUE...] [theme:NAME] [page:NAME]");

  private TextVerbs() {}

  static ResultLine label(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    String id = DiagramResolver.resolveCell(pageView, op, 0);
    String text = DiagramParams.requireWritable("the text", op, 1);
    String before = DiagramResolver.describe(pageView, id);
    edit.changeCell(
        pageView.cellKey(id),
        cell -> cell.withLabel(Optional.of(Labels.encode(text, LabelText.isHtml(cell)))));
    return ResultLine.changed(before + " says " + Labels.display(text));
  }

  static ResultLine style(ParsedOperation op, DiagramEdit edit) {
    requireKnownParams(op);
    StyleProperty.requireNoDuplicates(op);
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageView(page);
    Set<String> ids = new LinkedHashSet<>();
    for (int i = 0; i < op.words().size(); i++) {
      ids.add(DiagramResolver.resolveCell(pageView, op, i));
    }
    Optional<NamedColor> theme = THEME.valueIn(op);
    String changes =
        StyleProperty.describe(op) + theme.map(color -> " theme:" + color.keyword()).orElse("");
    if (changes.isEmpty()) {
      throw OperationRefusedException.because(
          "style needs a property; usage: " + STYLE.syntaxLines().get(0));
    }
    for (String id : ids) {
      edit.changeCell(pageView.cellKey(id), cell -> restyled(cell, theme, op));
    }
    List<String> names = ids.stream().map(id -> DiagramResolver.describe(pageView, id)).toList();
    return ResultLine.changed(Phrases.abbreviatedList(names) + ": " + changes.strip());
  }

  private static void requireKnownParams(ParsedOperation op) {
    List<String> knownKeys = new ArrayList<>(List.of(THEME.key()));
    knownKeys.addAll(StyleProperty.keywords());
    knownKeys.add(DiagramParams.PAGE.key());
    for (String key : op.params().keySet()) {
      if (!knownKeys.contains(key)) {
        throw new OperationRefusedException(
            new Refusal(
                "style does not know "
                    + Quoting.quoteAlways(key)
                    + "; it knows "
                    + String.join(", ", knownKeys),
                Suggestions.findSimilar(key, knownKeys)
                    .map(nearest -> op.withParamRenamed(key, nearest).canonicalText())));
      }
    }
  }

  private static Cell restyled(Cell cell, Optional<NamedColor> theme, ParsedOperation op) {
    Style style = cell.style().orElse(Style.EMPTY);
    Style themed = theme.map(color -> color.applyTo(style)).orElse(style);
    Style changed = StyleProperty.applyTo(themed, op);
    return changed.equals(style) ? cell : cell.withStyle(Optional.of(changed));
  }
}
