package dev.fcp.vault;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The queries of vaults. */
final class VaultQueries {

  private static final String CATEGORY = "queries";

  private final VaultSettings settings;

  VaultQueries(VaultSettings settings) {
    this.settings = settings;
  }

  List<Query<EntityModel<String, VaultFile>>> all() {
    return List.of(
        query(
            Form.of("map", CATEGORY, "the folders, each with the number of its files"),
            (query, vault) -> map(vault)),
        query(
            Form.of("files", CATEGORY, "the files of a folder and those below, or all")
                .optional("FOLDER"),
            VaultQueries::files),
        query(
            Form.of("find", CATEGORY, "the lines that contain a text, ignoring case")
                .required("TEXT")
                .suggestingQuotes(),
            VaultQueries::find),
        query(
            Form.of("threads", CATEGORY, "the threads of the story with their sections"),
            (query, vault) -> threads(vault)),
        query(
            Form.of("timeline", CATEGORY, "the events of a day, or of all days").optional("DAY"),
            this::timeline),
        query(
            Form.of("describe", CATEGORY, "the fields and headings of a file")
                .required("FILE")
                .suggestingQuotes(),
            VaultQueries::describe));
  }

  private interface Answer {
    List<String> lines(ParsedOperation query, EntityModel<String, VaultFile> vault);
  }

  private static Query<EntityModel<String, VaultFile>> query(Form form, Answer answer) {
    return Query.of(form, (query, it) -> QueryResult.lines(answer.lines(query, it.model())));
  }

  private static List<String> map(EntityModel<String, VaultFile> vault) {
    Map<String, Integer> counts = new TreeMap<>();
    for (VaultFile file : vault.entities().values()) {
      String path = file.path();
      counts.merge(path.substring(0, path.lastIndexOf('/') + 1), 1, Integer::sum);
    }
    List<String> lines = new ArrayList<>();
    lines.add(vault.digest().summary());
    counts.forEach((folder, count) -> lines.add((folder.isEmpty() ? "./" : folder) + " " + count));
    return lines;
  }

  private static List<String> files(ParsedOperation query, EntityModel<String, VaultFile> vault) {
    String folder = query.word(0).map(it -> it.endsWith("/") ? it : it + "/").orElse("");
    List<String> lines =
        inOrder(vault).stream()
            .filter(file -> file.path().startsWith(folder))
            .map(VaultQueries::fileLine)
            .toList();
    return lines.isEmpty()
        ? List.of("there is no file" + (folder.isEmpty() ? "" : " in " + folder))
        : lines;
  }

  private static List<VaultFile> inOrder(EntityModel<String, VaultFile> vault) {
    Map<String, VaultFile> files = new TreeMap<>();
    vault.entities().values().forEach(file -> files.put(file.path(), file));
    return List.copyOf(files.values());
  }

  private static String fileLine(VaultFile file) {
    return file.path() + " " + file.entry().sizeBytes() + " bytes";
  }

  private static List<String> find(ParsedOperation query, EntityModel<String, VaultFile> vault) {
    String text = query.words().get(0).toLowerCase(Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (VaultFile file : inOrder(vault)) {
      String content = file instanceof TextFile textFile ? textFile.text() : "";
      if (content.toLowerCase(Locale.ROOT).contains(text)) {
        List<String> all = content.lines().toList();
        for (int i = 0; i < all.size(); i++) {
          if (all.get(i).toLowerCase(Locale.ROOT).contains(text)) {
            lines.add("%s:%d %s".formatted(file.path(), i + 1, all.get(i).strip()));
          }
        }
      }
    }
    return lines.isEmpty() ? List.of("no line contains this text") : lines;
  }

  private static Optional<TextFile> textAt(EntityModel<String, VaultFile> vault, String path) {
    return VaultEdit.keyAt(vault, path)
        .map(vault::at)
        .filter(TextFile.class::isInstance)
        .map(TextFile.class::cast);
  }

  private List<String> threads(EntityModel<String, VaultFile> vault) {
    VaultSettings current = SettingsFile.settings(vault, settings);
    List<String> lines =
        textAt(vault, current.threadsPath()).stream()
            .flatMap(file -> StoryThread.in(file).stream())
            .map(thread ->
                "%s: %s%s%s"
                    .formatted(
                        thread.section(),
                        thread.name(),
                        thread.isResolved() ? " (resolved)" : "",
                        thread.ulid().map(ulid -> " " + ulid).orElse("")))
            .toList();
    return lines.isEmpty() ? List.of("there is no thread") : lines;
  }

  private List<String> timeline(ParsedOperation query, EntityModel<String, VaultFile> vault) {
    VaultSettings current = SettingsFile.settings(vault, settings);
    Optional<TextFile> file = textAt(vault, current.timelinePath());
    List<String> lines = new ArrayList<>();
    file.ifPresent(text -> {
      List<Part> parts = text.parts();
      for (Outline.Heading heading : text.outline().headings()) {
        boolean isAsked =
            query
                .word(0)
                .map(day ->
                    TimelineVerb.dayIn(heading.title())
                        .map(String::valueOf)
                        .equals(Optional.of(day)))
                .orElse(true);
        if (heading.level() == 2 && isAsked) {
          parts.subList(heading.index(), heading.end()).stream()
              .map(Part::text)
              .filter(line -> !line.isBlank() && !Markers.isMarker(line))
              .forEach(lines::add);
        }
      }
    });
    if (lines.isEmpty() && query.word(0).isPresent()) {
      throw OperationRefusedException.because(
          "the timeline has no day " + Quoting.quoteIfNeeded(query.words().get(0)));
    }
    return lines.isEmpty() ? List.of("the timeline is empty") : lines;
  }

  private static List<String> describe(
      ParsedOperation query, EntityModel<String, VaultFile> vault) {
    VaultFile file = vault.at(VaultEdit.fileKey(query, 0, vault));
    List<String> lines = new ArrayList<>();
    lines.add(fileLine(file));
    if (file instanceof TextFile text) {
      for (Part part : text.parts()) {
        part.fieldKey()
            .ifPresent(
                key -> lines.add("%s: %s".formatted(key, FrontMatter.valueText(part.text()))));
      }
      text.outline()
          .headings()
          .forEach(heading -> lines.add("#".repeat(heading.level()) + " " + heading.title()));
    }
    return lines;
  }
}
