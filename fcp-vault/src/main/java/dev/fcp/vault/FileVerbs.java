package dev.fcp.vault;

import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The verbs that add, remove and rename files, and those that edit their text. */
final class FileVerbs {

  static final Form ADD =
      Form.of("file add", "files", "a new text file with these lines")
          .required("PATH")
          .rest("TEXT")
          .examples("file add notes/rumours.md \"# Rumours\"");

  static final Form REMOVE =
      Form.of("file remove", "files", "removes a file")
          .required("FILE")
          .suggestingQuotes()
          .removing()
          .examples("file remove notes/rumours.md");

  static final Form RENAME =
      Form.of("file rename", "files", "gives a file another path")
          .required("FILE")
          .required("PATH")
          .suggestingQuotes()
          .examples("file rename rumours.md notes/gossip.md");

  private static final Param<String> ID = Param.text("id", "ID");

  static final Form CREATE =
      Form.of("entity create", "story", "the file of a new character, place or other thing")
          .required("KIND")
          .required("NAME")
          .params(ID)
          .suggestingQuotes()
          .help("The file is canon/KINDs/ID.md; ID is made from the name unless given.")
          .examples("entity create npc \"Mara Voss\"");

  static final Form APPEND =
      Form.of("note append", "files", "lines at the end of a file")
          .required("FILE")
          .required("TEXT")
          .rest("TEXT")
          .examples("note append ann \"She fears the mill.\"");

  static final Form REPLACE =
      Form.of("note replace", "files", "a text that occurs once in a file, by another one")
          .required("FILE")
          .required("OLD")
          .required("NEW")
          .suggestingQuotes()
          .examples("note replace ann \"the mill\" \"the old mill\"");

  private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:[-*+]|\\d+[.)])\\s.*");

  private final VaultSettings settings;

  FileVerbs(VaultSettings settings) {
    this.settings = settings;
  }

  static ResultLine add(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String path = requireFree(edit, op.words().get(0));
    List<String> lines = lines(op.words().subList(1, op.words().size()));
    lines.forEach(FileVerbs::requireNoMarker);
    String key = edit.fileAt(path);
    if (!lines.isEmpty()) {
      edit.replace(key, withText(edit.text(key), String.join("\n", lines) + "\n"));
    }
    return ResultLine.created("file " + path);
  }

  private static TextFile withText(TextFile file, String text) {
    TextFile read = translatingIllegalArgument(() -> file.withText(text));
    return read.withPartsOf(file, LineMatcher.align(file.parts(), read.parts(), RemovedLines.NONE));
  }

  private static String requireFree(VaultEdit edit, String path) {
    translatingIllegalArgument(() -> {
      FolderManifest.requireValidPath(path);
      return path;
    });
    if (VaultEdit.keyAt(edit.vault(), path).isPresent()) {
      throw OperationRefusedException.because(
          "there is a file %s already".formatted(Quoting.quoteAlways(path)));
    }
    return path;
  }

  /** The lines of some texts. */
  private static List<String> lines(List<String> texts) {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      lines.addAll(List.of(text.split("\n", -1)));
    }
    return lines;
  }

  static ResultLine remove(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = VaultEdit.fileKey(op, 0, edit.vault());
    VaultFile file = edit.vault().at(key);
    edit.emit(new VaultEvent.FileRemoved(new Deleted<>(key, file)));
    return ResultLine.deleted("file " + file.path());
  }

  static ResultLine rename(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = VaultEdit.fileKey(op, 0, edit.vault());
    String before = edit.vault().at(key).path();
    if (before.equals(op.words().get(1))) {
      return ResultLine.changed("file " + before);
    }
    String path = requireFree(edit, op.words().get(1));
    edit.emit(new VaultEvent.FileRenamed(new Modified<>(key, pathField(before), pathField(path))));
    return ResultLine.changed("file %s -> %s".formatted(before, path));
  }

  private static Value.Fields pathField(String path) {
    return Value.Fields.of(Map.of(VaultFile.PATH, Value.of(path)));
  }

  ResultLine create(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String kind = op.words().get(0).toLowerCase(Locale.ROOT);
    String name = TimelineVerb.requireLine(op.words().get(1)).strip();
    if (!KIND.matcher(kind).matches()) {
      throw OperationRefusedException.because(
          "%s is not a kind: letters, digits and hyphens".formatted(Quoting.quoteAlways(kind)));
    }
    String id = ID.valueIn(op).orElseGet(() -> id(name));
    String path = requireFree(edit, "%s/%s.md".formatted(settings.folder(kind), id));
    String key = edit.freeKey(path);
    Value.Fields note =
        Value.Fields.of(Map.of("kind", Value.of(kind), VaultFile.PATH, Value.of(path)));
    edit.emit(new VaultEvent.EntityCreated(new Created<>(key, TextFile.empty(path)), note));
    String text =
        "---\n%s\n%s\n---\n\n# %s\n"
            .formatted(
                FrontMatter.field("type", FrontMatter.yamlValue(kind)),
                FrontMatter.field("name", FrontMatter.yamlValue(name)),
                name);
    edit.replace(key, withText(edit.text(key), text));
    return ResultLine.created("%s %s".formatted(kind, path));
  }

  /** The id of a name: its letters and digits, in lower case, separated by hyphens. */
  private static String id(String name) {
    String id =
        Normalizer.normalize(name, Normalizer.Form.NFD)
            .replaceAll("\\p{M}", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("['\u2019]", "")
            .replaceAll("[^\\p{L}\\p{Nd}]+", "-")
            .replaceAll("^-|-$", "");
    if (id.isEmpty()) {
      throw OperationRefusedException.because(
          "%s has no letter for an id; give one with id:".formatted(Quoting.quoteAlways(name)));
    }
    return id;
  }

  static ResultLine append(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = VaultEdit.fileKey(op, 0, edit.vault());
    TextFile file = edit.text(key);
    List<String> lines = lines(op.words().subList(1, op.words().size()));
    lines.forEach(FileVerbs::requireText);
    lines.forEach(FileVerbs::requireNoMarker);
    int index = VaultEdit.contentEnd(file, 0, file.parts().size());
    boolean isSameList =
        index > 0
            && LIST_ITEM.matcher(lines.get(0)).matches()
            && LIST_ITEM.matcher(file.parts().get(index - 1).text()).matches();
    edit.replace(key, VaultEdit.inserted(file, index, lines, !isSameList));
    return ResultLine.created(
        "%s: +%s".formatted(file.path(), lines.size() == 1 ? "1 line" : lines.size() + " lines"));
  }

  /** Refuses a line that would be a marker; its ULID would be the caller's. */
  private static void requireNoMarker(String line) {
    if (Markers.isMarker(line)) {
      throw OperationRefusedException.because(
          "a line would be a marker; thread add and timeline add write markers, with ULIDs of their"
              + " own");
    }
  }

  private static void requireText(String line) {
    translatingIllegalArgument(() -> {
      TextFile.requireWritable(line);
      return line;
    });
    if (line.indexOf('\r') >= 0) {
      throw OperationRefusedException.because("a line must not contain a carriage return");
    }
  }

  static ResultLine replace(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = VaultEdit.fileKey(op, 0, edit.vault());
    TextFile file = edit.text(key);
    String before = op.words().get(1);
    String after = op.words().get(2);
    requireText(after);
    if (before.isEmpty() || after.indexOf('\n') >= 0) {
      throw OperationRefusedException.because(
          before.isEmpty() ? "the text to replace is empty" : "the new text must be one line");
    }
    List<Part> parts = file.parts();
    List<Part> found =
        parts.subList(file.outline().frontMatterEnd() + 1, parts.size()).stream()
            .filter(part -> part.text().contains(before))
            .toList();
    boolean isOnce =
        found.size() == 1
            && found.get(0).text().indexOf(before) == found.get(0).text().lastIndexOf(before);
    if (!isOnce) {
      throw OperationRefusedException.because(
          "%s %s %s"
              .formatted(
                  file.path(),
                  found.isEmpty() ? "does not contain" : "contains more than once",
                  Quoting.quoteAlways(before)));
    }
    Part changed = found.get(0).withText(found.get(0).text().replace(before, after));
    requireNoMarker(changed.text());
    PartArranger arranger = new PartArranger(parts);
    parts.forEach(part -> arranger.keep(part.equals(found.get(0)) ? changed : part));
    edit.replace(key, file.withParts(arranger.parts()));
    return ResultLine.changed("%s: %s".formatted(file.path(), changed.text().strip()));
  }
}
