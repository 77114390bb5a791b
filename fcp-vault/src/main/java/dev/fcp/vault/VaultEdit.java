package dev.fcp.vault;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The files of a vault that an operation finds and edits. */
final class VaultEdit {

  private final VerbContext<EntityModel<String, VaultFile>, VaultEvent> context;

  VaultEdit(VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    this.context = context;
  }

  EntityModel<String, VaultFile> vault() {
    return context.model();
  }

  String newUlid() {
    return context.newUlid();
  }

  void emit(VaultEvent event) {
    context.emit(event);
  }

  /** The key of the file that a word of an operation names: by path, or by its name. */
  static String fileKey(ParsedOperation op, int word, EntityModel<String, VaultFile> vault) {
    Optional<String> atPath = keyAt(vault, op.words().get(word));
    if (atPath.isPresent()) {
      return atPath.get();
    }
    NameResolver<String> resolver =
        NameResolver.indexed(
            PathIndex.of(vault.derivedIndex()).byName(),
            key -> PathIndex.namesOf(vault.at(key).path()),
            key -> vault.at(key).path());
    return ReferenceArgument.word(op, word).resolveIn(resolver, "file");
  }

  /** The text file with a key; others are refused. */
  TextFile text(String key) {
    return switch (vault().at(key)) {
      case TextFile text -> text;
      case VaultFile.OpaqueFile opaque ->
          throw OperationRefusedException.because(
              "%s cannot be edited: %s".formatted(opaque.path(), reasonOf(opaque)));
    };
  }

  /** Why the lines of a file are not known. */
  private static String reasonOf(VaultFile.OpaqueFile file) {
    return file.entry().sizeBytes() > FileEntry.MAX_TEXT_BYTES
        ? "it is larger than %d MiB".formatted(FileEntry.MAX_TEXT_BYTES >> 20)
        : "it is not UTF-8 text, or has more than %d lines".formatted(FileEntry.MAX_TEXT_LINES);
  }

  /** The key of the file at a path, which is created if it is missing. */
  String fileAt(String path) {
    Optional<String> key = keyAt(vault(), path);
    if (key.isPresent()) {
      return key.get();
    }
    String newKey = freeKey(path);
    emit(new VaultEvent.FileAdded(new Created<>(newKey, TextFile.empty(path))));
    return newKey;
  }

  static Optional<String> keyAt(EntityModel<String, VaultFile> vault, String path) {
    return PathIndex.of(vault.derivedIndex()).key(path);
  }

  /** A key for a new file at a path. */
  String freeKey(String path) {
    return PathIndex.freeKey(path, vault()::contains);
  }

  /** Replaces a file by an edited version. */
  void replace(String key, TextFile edited) {
    TextFile file = text(key);
    Modified<String, VaultFile> change = file.changeTo(key, edited);
    EventDivider.modification(file, change).forEach(this::emit);
  }

  /** Replaces a file by an edited version, in one event. */
  void replace(
      String key, TextFile edited, Function<Modified<String, VaultFile>, VaultEvent> event) {
    Modified<String, VaultFile> change = text(key).changeTo(key, edited);
    if (!change.isEmpty()) {
      emit(event.apply(change));
    }
  }

  /**
   * A file with lines inserted at an index. A blank line separates them from a line before or after
   * that is not blank.
   *
   * @param isSeparate whether there is a blank line before them if the line before is not blank
   */
  static TextFile inserted(TextFile file, int index, List<String> lines, boolean isSeparate) {
    List<Part> parts = file.parts();
    PartArranger arranger = new PartArranger(parts);
    arranger.keepAll(parts.subList(0, index));
    if (isSeparate && index > 0 && !parts.get(index - 1).isBlank()) {
      arranger.addLine("");
    }
    lines.forEach(arranger::addLine);
    if (index < parts.size() ? !parts.get(index).isBlank() : parts.isEmpty()) {
      arranger.addLine("");
    }
    arranger.keepAll(parts.subList(index, parts.size()));
    return file.withParts(arranger.parts());
  }

  /** Refuses to insert lines at an index where they would be in fenced code that has no end. */
  static void requireOutsideCode(TextFile file, int index) {
    int code = file.outline().endlessCode();
    if (code < index) {
      throw OperationRefusedException.because(
          "the fenced code that begins in line %d of %s has no end; add it, then try again"
              .formatted(lineNumber(file, code), file.path()));
    }
  }

  /** The number of the line in a file, from 1, with which the part at an index begins. */
  static int lineNumber(TextFile file, int index) {
    int number = 1;
    for (Part part : file.parts().subList(0, index)) {
      number += 1 + (int) part.text().chars().filter(c -> c == '\n').count();
    }
    return number;
  }

  /** The index after the last part that is not blank in a range. */
  static int contentEnd(TextFile file, int from, int to) {
    int end = to;
    while (end > from && file.parts().get(end - 1).isBlank()) {
      end--;
    }
    return end;
  }

  /**
   * The heading of a section that an operation needs.
   *
   * @param level from 1 to 6
   * @param title its text if it is added
   * @param isSame whether a heading with a text is this one
   * @param isAfter whether a heading with a text comes after this one
   */
  record SectionHeading(
      int level, String title, Predicate<String> isSame, Predicate<String> isAfter) {

    String line() {
      return "#".repeat(level) + " " + title;
    }
  }

  /** The section of a heading in a range of a file; the heading is added if it is missing. */
  Range section(String key, SectionHeading wanted, Range range) {
    TextFile file = text(key);
    Outline outline = file.outline();
    Optional<Outline.Heading> found =
        outline.find(wanted.level(), range.from(), range.to(), wanted.isSame());
    if (found.isEmpty()) {
      int next =
          outline
              .find(wanted.level(), range.from(), range.to(), wanted.isAfter())
              .map(Outline.Heading::index)
              .orElse(range.to());
      int index = contentEnd(file, range.from(), next);
      requireOutsideCode(file, index);
      TextFile edited = inserted(file, index, List.of(wanted.line()), true);
      replace(key, edited, VaultEvent.HeadingsAdded::new);
      outline = text(key).outline();
      found = outline.find(wanted.level(), index, outline.size(), wanted.isSame());
    }
    Outline.Heading heading =
        found.orElseThrow(() ->
            OperationRefusedException.because(
                "there is no place for \"%s\" in %s".formatted(wanted.line(), file.path())));
    return new Range(heading.index(), heading.end());
  }

  /** A range of the parts of a file. */
  record Range(int from, int to) {}

  /** The range of the whole text of a file after its front matter. */
  Range body(String key) {
    TextFile file = text(key);
    return new Range(file.outline().frontMatterEnd() + 1, file.parts().size());
  }
}
