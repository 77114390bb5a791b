package dev.fcp.vault;

import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The verbs {@code field set} and {@code field remove}. */
final class FieldVerbs {

  static final Form SET =
      Form.of("field set", "files", "a field of the front matter; front matter is added if missing")
          .required("FILE")
          .required("KEY")
          .required("VALUE")
          .suggestingQuotes()
          .help("VALUE is YAML on one line, such as 12 or [a, b]; other text becomes a string.")
          .examples("field set ann location gilded-quill");

  static final Form REMOVE =
      Form.of("field remove", "files", "removes a field of the front matter")
          .required("FILE")
          .required("KEY")
          .suggestingQuotes()
          .removing()
          .examples("field remove ann location");

  private FieldVerbs() {}

  static ResultLine set(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String fileKey = VaultEdit.fileKey(op, 0, edit.vault());
    TextFile file = edit.text(fileKey);
    String key = op.words().get(1);
    if (key.isBlank() || key.chars().anyMatch(Character::isISOControl)) {
      throw OperationRefusedException.because("a key must be one line and not empty");
    }
    String value = FrontMatter.yamlValue(op.words().get(2));
    Optional<Part> field = file.part(Part.FIELD + key);
    String before = field.map(part -> FrontMatter.valueText(part.text()) + " -> ").orElse("");
    if (field.isPresent()) {
      Part changed = field.get().withText(FrontMatter.withValue(field.get().text(), value));
      PartArranger arranger = new PartArranger(file.parts());
      file.parts().forEach(part -> arranger.keep(part.equals(field.get()) ? changed : part));
      emit(edit, fileKey, file.withParts(arranger.parts()));
    } else {
      add(edit, fileKey, key, value);
    }
    requireField(edit.text(fileKey), key);
    String after =
        edit.text(fileKey)
            .part(Part.FIELD + key)
            .map(part -> FrontMatter.valueText(part.text()))
            .orElse("");
    String line = "%s %s: %s%s".formatted(file.path(), key, before, after);
    return field.isPresent() ? ResultLine.changed(line) : ResultLine.created(line);
  }

  private static void add(VaultEdit edit, String fileKey, String key, String value) {
    TextFile file = edit.text(fileKey);
    if (!TextFile.isMarkdown(file.path())) {
      throw OperationRefusedException.because(
          file.path() + " is not Markdown, so it has no front matter");
    }
    if (file.outline().frontMatterEnd() < 0) {
      List<String> delimiters = List.of(FrontMatter.DELIMITER, FrontMatter.DELIMITER);
      edit.replace(
          fileKey,
          VaultEdit.inserted(file, 0, delimiters, false),
          VaultEvent.FrontMatterAdded::new);
    }
    TextFile current = edit.text(fileKey);
    int end = current.outline().frontMatterEnd();
    PartArranger arranger = new PartArranger(current.parts());
    arranger.keepAll(current.parts().subList(0, end));
    arranger.addField(key, FrontMatter.field(key, value));
    arranger.keepAll(current.parts().subList(end, current.parts().size()));
    emit(edit, fileKey, current.withParts(arranger.parts()));
  }

  /** Refuses an edit after which the front matter does not have a field. */
  private static void requireField(TextFile file, String key) {
    List<String> lines =
        file.parts().subList(1, file.outline().frontMatterEnd()).stream()
            .flatMap(part -> part.text().lines())
            .toList();
    boolean isThere =
        FrontMatter.fieldsIn(lines).stream().anyMatch(field -> field.key().equals(key));
    if (!isThere) {
      throw OperationRefusedException.because(
          "the front matter of %s is not YAML with one field after the other; correct it first"
              .formatted(file.path()));
    }
  }

  private static void emit(VaultEdit edit, String fileKey, TextFile edited) {
    TextFile file = edit.text(fileKey);
    boolean isCharacter = Sections.isCharacter(file);
    edit.replace(
        fileKey,
        edited,
        change -> isCharacter ? new VaultEvent.PcUpdated(change) : EventDivider.event(change));
  }

  static ResultLine remove(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String fileKey = VaultEdit.fileKey(op, 0, edit.vault());
    TextFile file = edit.text(fileKey);
    String key = op.words().get(1);
    Part field = file.part(Part.FIELD + key).orElseThrow(() -> unknown(op, file, key));
    Modified<String, VaultFile> removal =
        file.changeTo(fileKey, without(file, Set.of(field.unit())));
    edit.emit(
        Sections.isCharacter(file)
            ? new VaultEvent.PcUpdated(removal)
            : EventDivider.event(removal));
    return ResultLine.deleted(
        "%s %s: %s".formatted(file.path(), key, FrontMatter.valueText(field.text())));
  }

  private static OperationRefusedException unknown(ParsedOperation op, TextFile file, String key) {
    List<String> keys =
        file.parts().stream().map(Part::fieldKey).flatMap(Optional::stream).toList();
    String message = "%s has no field %s".formatted(file.path(), Quoting.quoteAlways(key));
    return Suggestions.findSimilar(key, keys)
        .map(similar ->
            OperationRefusedException.because(message, op.withWord(1, similar).canonicalText()))
        .orElseGet(() -> OperationRefusedException.because(message));
  }

  /** A file without some parts. */
  static TextFile without(TextFile file, Set<String> units) {
    return file.withParts(
        file.parts().stream().filter(part -> !units.contains(part.unit())).toList());
  }
}
