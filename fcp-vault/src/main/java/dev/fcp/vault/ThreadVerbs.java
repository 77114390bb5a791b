package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The verbs {@code thread add}, {@code thread resolve} and {@code thread reopen}. */
final class ThreadVerbs {

  /** The priorities are those of the settings of the vault. */
  private static final Param<String> PRIORITY = Param.text("priority", "high|medium|low");

  static final Form ADD =
      Form.of("thread add", "story", "a new thread; its priority is medium unless given")
          .required("NAME")
          .required("DESCRIPTION")
          .params(PRIORITY)
          .suggestingQuotes()
          .examples("thread add \"The missing heir\" \"Last seen in Graywick\" priority:high");

  static final Form RESOLVE =
      Form.of("thread resolve", "story", "a thread is resolved and moves to the completed")
          .required("THREAD")
          .required("RESOLUTION")
          .suggestingQuotes()
          .examples("thread resolve \"The missing heir\" \"Found in the old mill\"");

  static final Form REOPEN =
      Form.of("thread reopen", "story", "a resolved thread is open again, where it was")
          .required("THREAD")
          .params(PRIORITY)
          .suggestingQuotes()
          .examples("thread reopen \"The missing heir\"");

  static final String STATUS = "- **Status:** ";
  static final String NEW = STATUS + "New";
  static final String RESOLVED = STATUS + "Resolved";
  static final String RESOLUTION = "- **Resolution:** ";

  private final VaultSettings settings;
  private final Markers markers;

  ThreadVerbs(VaultSettings settings) {
    this.settings = settings;
    this.markers = new Markers(settings.markerPrefix());
  }

  ResultLine add(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    String name = requireName(op.words().get(0));
    String description = TimelineVerb.requireLine(op.words().get(1));
    VaultEdit edit = new VaultEdit(context);
    String section = section(op);
    String key = edit.fileAt(settings.threadsPath());
    boolean isTaken =
        StoryThread.in(edit.text(key)).stream()
            .anyMatch(thread -> thread.name().equalsIgnoreCase(name));
    if (isTaken) {
      throw OperationRefusedException.because(
          "there is a thread %s already".formatted(Quoting.quoteAlways(name)));
    }
    VaultEdit.Range range = section(edit, key, section);
    TextFile file = edit.text(key);
    String ulid = edit.newUlid();
    List<String> lines = List.of(markers.thread(ulid), "### " + name, "- " + description, NEW);
    int index = VaultEdit.contentEnd(file, range.from(), range.to());
    VaultEdit.requireOutsideCode(file, index);
    Map<String, Value> note = new TreeMap<>();
    note.put(VaultEventCodec.ENTITY_ID, Value.of(ulid));
    note.put("name", Value.of(name));
    note.put("priority", Value.of(VaultSettings.priority(section)));
    note.put("description", Value.of(description));
    note.put("marker", Value.of(markers.thread(ulid)));
    edit.replace(
        key,
        VaultEdit.inserted(file, index, lines, true),
        change -> new VaultEvent.ThreadAdded(change, Value.Fields.of(note)));
    return ResultLine.created("thread %s in %s".formatted(Quoting.quoteAlways(name), section));
  }

  private String requireName(String text) {
    String name = TimelineVerb.requireLine(text).strip();
    if (name.startsWith("~~") || name.endsWith("#") || !name.equals(text)) {
      throw OperationRefusedException.because(
          "%s cannot be the name of a thread".formatted(Quoting.quoteAlways(text)));
    }
    return name;
  }

  /** The section of the priority that an operation gives; the middle one if it gives none. */
  private String section(ParsedOperation op) {
    List<String> sections = settings.prioritySections();
    Optional<String> given = op.param(PRIORITY.key());
    if (given.isEmpty()) {
      return sections.get((sections.size() - 1) / 2);
    }
    List<String> priorities = sections.stream().map(VaultSettings::priority).toList();
    int index = priorities.indexOf(given.get().toLowerCase(Locale.ROOT));
    if (index >= 0) {
      return sections.get(index);
    }
    String message =
        "priority:%s is not one of %s"
            .formatted(Quoting.quoteIfNeeded(given.get()), String.join(", ", priorities));
    throw Suggestions.findSimilar(given.get(), priorities)
        .map(it -> op.withParam(PRIORITY.key(), it).canonicalText())
        .map(it -> OperationRefusedException.because(message, it))
        .orElseGet(() -> OperationRefusedException.because(message));
  }

  /** A section of the file of threads; the sections are in the order of the settings. */
  private VaultEdit.Range section(VaultEdit edit, String key, String section) {
    List<String> order = new ArrayList<>(settings.prioritySections());
    order.add(settings.completedSection());
    List<String> later = order.subList(order.indexOf(section) + 1, order.size());
    VaultEdit.SectionHeading heading =
        new VaultEdit.SectionHeading(
            StoryThread.SECTION_LEVEL,
            section,
            section::equalsIgnoreCase,
            title -> later.stream().anyMatch(title::equalsIgnoreCase));
    return edit.section(key, heading, edit.body(key));
  }

  ResultLine resolve(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = threadsKey(edit.vault());
    StoryThread thread = find(op, edit.text(key), history(context, key));
    String heading = thread.headingPart(edit.text(key)).unit();
    String resolution = TimelineVerb.requireLine(op.words().get(1));
    if (thread.isResolved()) {
      throw OperationRefusedException.because(
          "the thread %s is resolved already".formatted(Quoting.quoteAlways(thread.name())));
    }
    Value.Fields note = note(thread, resolution, edit.text(key), thread.section());
    VaultEdit.Range completed = section(edit, key, settings.completedSection());
    TextFile file = edit.text(key);
    StoryThread current = StoryThread.at(file, heading);
    Optional<Part> status = current.line(file, STATUS);
    List<Part> lines = new ArrayList<>(current.parts(file));
    lines.replaceAll(part ->
        part.unit().equals(heading) ? part.withText("### ~~%s~~".formatted(current.name())) : part);
    int last = status.map(lines::indexOf).orElse(lines.size() - 1);
    status.ifPresent(part -> lines.set(last, part.withText(RESOLVED)));
    Consumer<PartArranger> addLines =
        arranger -> {
          lines.subList(0, last + 1).forEach(arranger::move);
          arranger.addLine(RESOLUTION + resolution);
          lines.subList(last + 1, lines.size()).forEach(arranger::move);
        };
    edit.replace(
        key,
        moved(file, current, completed, addLines),
        change -> new VaultEvent.ThreadResolved(change, note));
    return ResultLine.changed(
        "thread %s: resolved, %s".formatted(Quoting.quoteAlways(thread.name()), resolution));
  }

  private static Value.Fields note(
      StoryThread thread, String resolution, TextFile file, String section) {
    Map<String, Value> note = new TreeMap<>();
    thread.ulid().ifPresent(ulid -> note.put(VaultEventCodec.ENTITY_ID, Value.of(ulid)));
    thread.marker(file).ifPresent(marker -> note.put("marker", Value.of(marker)));
    note.put("name", Value.of(thread.name()));
    note.put("resolution", Value.of(resolution));
    List<Value> content =
        thread.parts(file).stream().<Value>map(part -> Value.of(part.text())).toList();
    note.put(
        "previous_state",
        Value.Fields.of(
            Map.of("section", Value.of(section), "content", new Value.Sequence(content))));
    return Value.Fields.of(note);
  }

  /**
   * A file with a thread moved to the end of a section.
   *
   * @param addLines adds the lines of the thread
   */
  private static TextFile moved(
      TextFile file, StoryThread thread, VaultEdit.Range section, Consumer<PartArranger> addLines) {
    List<Part> parts = file.parts();
    int end = VaultEdit.contentEnd(file, section.from(), section.to());
    VaultEdit.requireOutsideCode(file, end);
    // The blank line before the thread goes with it.
    boolean hasBlank = thread.from() > 0 && parts.get(thread.from() - 1).isBlank();
    int from = hasBlank ? thread.from() - 1 : thread.from();
    PartArranger arranger = new PartArranger(parts);
    for (int i = 0; i <= parts.size(); i++) {
      if (i == end) {
        if (hasBlank) {
          arranger.move(parts.get(from));
        } else {
          arranger.addLine("");
        }
        addLines.accept(arranger);
        if (i < parts.size() && !parts.get(i).isBlank()) {
          arranger.addLine("");
        }
      }
      if (i < parts.size() && (i < from || i >= thread.to())) {
        arranger.keep(parts.get(i));
      }
    }
    TextFile moved = file.withParts(arranger.parts());
    StoryThread unused = StoryThread.at(moved, thread.headingPart(file).unit());
    return moved;
  }

  ResultLine reopen(
      ParsedOperation op, VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    VaultEdit edit = new VaultEdit(context);
    String key = threadsKey(edit.vault());
    ThreadHistory history = history(context, key);
    StoryThread thread = find(op, edit.text(key), history);
    if (!thread.isResolved()) {
      throw OperationRefusedException.because(
          "the thread %s is open".formatted(Quoting.quoteAlways(thread.name())));
    }
    String heading = thread.headingPart(edit.text(key)).unit();
    String resolution =
        thread
            .line(edit.text(key), RESOLUTION)
            .map(line -> line.text().substring(RESOLUTION.length()))
            .orElse("");
    ThreadReopening reopening = new ThreadReopening(heading, history.resolving(heading));
    TextFile reopened =
        op.param(PRIORITY.key())
            .map(any -> Optional.<TextFile>empty())
            .orElseGet(() -> reopening.movedBack(edit.text(key)))
            .filter(file ->
                !StoryThread.at(file, heading)
                    .section()
                    .equalsIgnoreCase(settings.completedSection()))
            .orElseGet(() -> reopening.opened(inSection(op, edit, key, heading)));
    StoryThread open = StoryThread.at(reopened, heading);
    edit.replace(
        key,
        reopened,
        change ->
            new VaultEvent.ThreadReopened(
                change, note(open, resolution, reopened, open.section())));
    String section = open.section().isEmpty() ? "" : ", in " + open.section();
    return ResultLine.changed(
        "thread %s: open%s".formatted(Quoting.quoteAlways(open.name()), section));
  }

  /** The file with a thread at the end of the section of a priority. */
  private TextFile inSection(ParsedOperation op, VaultEdit edit, String key, String heading) {
    VaultEdit.Range range = section(edit, key, section(op));
    TextFile file = edit.text(key);
    StoryThread thread = StoryThread.at(file, heading);
    return moved(file, thread, range, it -> thread.parts(file).forEach(it::move));
  }

  private String threadsKey(EntityModel<String, VaultFile> vault) {
    return VaultEdit.keyAt(vault, settings.threadsPath())
        .orElseThrow(() ->
            OperationRefusedException.because(
                "there is no thread: %s is missing".formatted(settings.threadsPath())));
  }

  private static ThreadHistory history(
      VerbContext<EntityModel<String, VaultFile>, VaultEvent> context, String key) {
    return new ThreadHistory(context.history().steps(), key);
  }

  /**
   * The thread that an operation names, by name or by the ULID of its marker. If the marker was
   * deleted or copied, the history tells which thread had it first.
   */
  private static StoryThread find(ParsedOperation op, TextFile file, ThreadHistory history) {
    NameResolver<StoryThread> resolver =
        NameResolver.of(
            StoryThread.in(file),
            thread -> {
              List<String> names = new ArrayList<>(List.of(thread.name()));
              thread.ulid().ifPresent(names::add);
              return names;
            },
            thread -> thread.ulid().orElse(thread.name()));
    String reference = op.words().get(0);
    Resolution<StoryThread> resolution = resolver.resolve(reference);
    Optional<String> heading =
        switch (resolution) {
          case Resolution.Found<StoryThread> found -> Optional.empty();
          case Resolution.Ambiguous<StoryThread>(var threads, var names) ->
              original(threads, file, history);
          case Resolution.Unknown<StoryThread> unknown ->
              Markers.isUlid(reference) ? history.heading(reference) : Optional.empty();
        };
    return heading
        .flatMap(unit -> StoryThread.withHeading(file, unit))
        .orElseGet(() -> ReferenceArgument.word(op, 0).requireFound(resolution, "thread"));
  }

  /** The heading of the thread of which others are copies; empty if their markers differ. */
  private static Optional<String> original(
      List<StoryThread> threads, TextFile file, ThreadHistory history) {
    Optional<String> ulid = threads.get(0).ulid();
    if (ulid.isEmpty() || !threads.stream().allMatch(thread -> thread.ulid().equals(ulid))) {
      return Optional.empty();
    }
    Set<String> oldest =
        history.oldest(
            threads.stream()
                .map(thread -> thread.headingPart(file).unit())
                .collect(Collectors.toSet()));
    if (oldest.size() > 1) {
      throw OperationRefusedException.because(
          "%d threads have the marker %s; remove it from the copy"
              .formatted(oldest.size(), threads.get(0).marker(file).orElse("")));
    }
    return oldest.stream().findFirst();
  }
}
