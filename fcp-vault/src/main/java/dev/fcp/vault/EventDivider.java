package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.vault.VaultEvent.FieldsAdded;
import dev.fcp.vault.VaultEvent.FieldsModified;
import dev.fcp.vault.VaultEvent.FieldsRemoved;
import dev.fcp.vault.VaultEvent.FileAdded;
import dev.fcp.vault.VaultEvent.FileModified;
import dev.fcp.vault.VaultEvent.FileRemoved;
import dev.fcp.vault.VaultEvent.FileRenamed;
import dev.fcp.vault.VaultEvent.FrontMatterAdded;
import dev.fcp.vault.VaultEvent.FrontMatterRemoved;
import dev.fcp.vault.VaultEvent.HeadingsAdded;
import dev.fcp.vault.VaultEvent.HeadingsModified;
import dev.fcp.vault.VaultEvent.HeadingsRemoved;
import dev.fcp.vault.VaultEvent.LinesAdded;
import dev.fcp.vault.VaultEvent.LinesModified;
import dev.fcp.vault.VaultEvent.LinesMoved;
import dev.fcp.vault.VaultEvent.LinesReformatted;
import dev.fcp.vault.VaultEvent.LinesRemoved;
import dev.fcp.vault.VaultEvent.PcUpdated;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Divides the change of a file into events by what changes: its path, its headings, its fields, its
 * lines. Each event applies after those before it.
 */
final class EventDivider {

  /** The kinds of changes of units. */
  private enum Kind {
    RENAMED,
    OTHER,
    REFORMATTED,
    MODIFIED,
    HEADINGS_MODIFIED,
    MOVED,
    FIELDS_REMOVED,
    REMOVED,
    HEADINGS_REMOVED,
    FRONT_MATTER_REMOVED,
    FRONT_MATTER_ADDED,
    PC_UPDATED,
    FIELDS_MODIFIED,
    FIELDS_ADDED,
    HEADINGS_ADDED,
    ADDED;

    /** The event for a change of this kind. */
    VaultEvent event(Modified<String, VaultFile> change) {
      return switch (this) {
        case RENAMED -> new FileRenamed(change);
        case OTHER -> new FileModified(change);
        case REFORMATTED -> new LinesReformatted(change);
        case MODIFIED -> new LinesModified(change);
        case HEADINGS_MODIFIED -> new HeadingsModified(change);
        case MOVED -> new LinesMoved(change);
        case FIELDS_REMOVED -> new FieldsRemoved(change);
        case REMOVED -> new LinesRemoved(change);
        case HEADINGS_REMOVED -> new HeadingsRemoved(change);
        case FRONT_MATTER_REMOVED -> new FrontMatterRemoved(change);
        case FRONT_MATTER_ADDED -> new FrontMatterAdded(change);
        case PC_UPDATED -> new PcUpdated(change);
        case FIELDS_MODIFIED -> new FieldsModified(change);
        case FIELDS_ADDED -> new FieldsAdded(change);
        case HEADINGS_ADDED -> new HeadingsAdded(change);
        case ADDED -> new LinesAdded(change);
      };
    }
  }

  private EventDivider() {}

  /** The events of a change of a file. */
  static List<VaultEvent> events(Change<String, VaultFile> change, Optional<VaultFile> before) {
    return switch (change) {
      case Created<String, VaultFile>(var key, var file) -> creation(key, file);
      case Deleted<String, VaultFile> deleted -> List.of(new FileRemoved(deleted));
      case Modified<String, VaultFile> modified ->
          before.orElse(null) instanceof TextFile from
              ? modification(from, modified)
              : List.of(withoutIdentity(modified));
    };
  }

  /** A file that is not text has no lines. */
  private static VaultEvent withoutIdentity(Modified<String, VaultFile> change) {
    return change.units().equals(Set.of(VaultFile.PATH))
        ? new FileRenamed(change)
        : new FileModified(change);
  }

  private static List<VaultEvent> creation(String key, VaultFile file) {
    if (!(file instanceof TextFile text)) {
      return List.of(new FileAdded(new Created<>(key, file)));
    }
    TextFile empty = TextFile.empty(text.path());
    List<VaultEvent> events = new ArrayList<>();
    events.add(new FileAdded(new Created<>(key, empty)));
    events.addAll(modification(empty, empty.changeTo(key, text)));
    return events;
  }

  /** The events of the modification of a text file. */
  static List<VaultEvent> modification(TextFile from, Modified<String, VaultFile> change) {
    return new Division(from, change).events();
  }

  /** The event for a modification as a whole. */
  static VaultEvent event(Modified<String, VaultFile> change) {
    Set<Kind> kinds = new HashSet<>();
    for (String unit : change.units()) {
      kinds.add(kindByPresence(unit, change));
    }
    Kind kind = kinds.size() == 1 ? kinds.iterator().next() : Kind.OTHER;
    return kind.event(change);
  }

  private static Kind kindByPresence(String unit, Modified<String, VaultFile> change) {
    boolean isAdded = change.before().find(unit).isEmpty();
    boolean isRemoved = change.after().find(unit).isEmpty();
    if (unit.equals(VaultFile.PATH)) {
      return Kind.RENAMED;
    }
    if (unit.startsWith(TextFile.ORDER)) {
      return Kind.MOVED;
    }
    if (unit.startsWith(Part.FIELD)) {
      return isAdded ? Kind.FIELDS_ADDED : isRemoved ? Kind.FIELDS_REMOVED : Kind.FIELDS_MODIFIED;
    }
    if (unit.startsWith(Part.LINE)) {
      return isAdded ? Kind.ADDED : isRemoved ? Kind.REMOVED : Kind.MODIFIED;
    }
    return Kind.OTHER;
  }

  /** The division of one modification. */
  private static final class Division {

    private final Modified<String, VaultFile> change;
    private final TextFile from;
    private final TextFile to;
    private final Map<Kind, List<String>> units = new EnumMap<>(Kind.class);
    private final Set<String> headingsBefore;
    private final Set<String> headingsAfter;
    private final boolean isMarkdown;
    private final boolean isCharacter;
    private final List<VaultEvent> events = new ArrayList<>();

    /** The file after the events so far. */
    private TextFile state;

    Division(TextFile from, Modified<String, VaultFile> change) {
      this.change = change;
      this.from = from;
      this.state = from;
      this.to = from.with(change.units(), change.after());
      this.headingsBefore = Sections.headings(from);
      this.headingsAfter = Sections.headings(to);
      this.isMarkdown = TextFile.isMarkdown(from.path()) && TextFile.isMarkdown(to.path());
      this.isCharacter = Sections.isCharacter(from) && Sections.isCharacter(to);
      for (String unit : change.units()) {
        units.computeIfAbsent(kind(unit), kind -> new ArrayList<>()).add(unit);
      }
    }

    private Kind kind(String unit) {
      Kind kind = kindByPresence(unit, change);
      return isMarkdown ? kindInMarkdown(unit, kind) : kind;
    }

    private Kind kindInMarkdown(String unit, Kind kind) {
      return switch (kind) {
        case FIELDS_ADDED, FIELDS_REMOVED -> isCharacter ? Kind.PC_UPDATED : kind;
        case FIELDS_MODIFIED ->
            FrontMatter.isSameValue(before(unit), after(unit))
                ? Kind.REFORMATTED
                : isCharacter ? Kind.PC_UPDATED : kind;
        case MODIFIED -> {
          if (LineMatcher.isSameInOtherForm(before(unit), after(unit))) {
            yield Kind.REFORMATTED;
          }
          yield headingsBefore.contains(unit) && headingsAfter.contains(unit)
              ? Kind.HEADINGS_MODIFIED
              : kind;
        }
        case REMOVED -> before(unit).isBlank() ? Kind.REFORMATTED : kind;
        case RENAMED, OTHER, REFORMATTED, HEADINGS_MODIFIED, MOVED, HEADINGS_REMOVED -> kind;
        case FRONT_MATTER_REMOVED, FRONT_MATTER_ADDED, PC_UPDATED, HEADINGS_ADDED, ADDED -> kind;
      };
    }

    private String before(String unit) {
      return TextFile.textIn(change.before().at(unit));
    }

    private String after(String unit) {
      return TextFile.textIn(change.after().at(unit));
    }

    List<VaultEvent> events() {
      for (Kind kind : List.of(Kind.RENAMED, Kind.OTHER, Kind.REFORMATTED, Kind.MODIFIED)) {
        add(kind, units(kind));
      }
      add(Kind.HEADINGS_MODIFIED, units(Kind.HEADINGS_MODIFIED));
      add(Kind.MOVED, units(Kind.MOVED));
      add(Kind.PC_UPDATED, units(Kind.PC_UPDATED));
      add(Kind.FIELDS_REMOVED, units(Kind.FIELDS_REMOVED));
      add(Kind.FIELDS_MODIFIED, units(Kind.FIELDS_MODIFIED));
      remove();
      addFrames();
      add(Kind.FIELDS_ADDED, units(Kind.FIELDS_ADDED));
      add(Kind.ADDED, units(Kind.ADDED));
      return events;
    }

    /** Removes lines, then the headings and delimiters that are then without content. */
    private void remove() {
      List<String> removed = units(Kind.REMOVED);
      Set<String> headings = filter(removed, headingsBefore::contains);
      Set<String> delimiters = filter(removed, Sections.delimiters(from)::contains);
      Set<String> frames = new TreeSet<>(headings);
      frames.addAll(delimiters);
      add(Kind.REMOVED, filter(removed, unit -> !frames.contains(unit)));
      TextFile before = state;
      Set<String> empty = withoutContent(any -> before, frames);
      add(Kind.HEADINGS_REMOVED, filter(empty, headings::contains));
      add(Kind.FRONT_MATTER_REMOVED, filter(empty, delimiters::contains));
      add(Kind.REMOVED, filter(frames, unit -> !empty.contains(unit)));
    }

    /** Adds the headings and delimiters of which the content, if there is any, follows. */
    private void addFrames() {
      List<String> added = units(Kind.ADDED);
      Set<String> headings = filter(added, headingsAfter::contains);
      Set<String> delimiters = filter(added, Sections.delimiters(to)::contains);
      for (Kind kind : List.of(Kind.FRONT_MATTER_ADDED, Kind.HEADINGS_ADDED)) {
        TextFile before = state;
        add(
            kind,
            withoutContent(
                frames -> {
                  Modified<String, VaultFile> part = part(frames);
                  return before.with(part.units(), part.after());
                },
                kind == Kind.HEADINGS_ADDED ? headings : delimiters));
      }
      added.removeIf(unit -> state.part(unit).isPresent());
    }

    /**
     * As many of some headings and delimiters as are without content together.
     *
     * @param fileWith returns the file that contains them
     */
    private static Set<String> withoutContent(
        Function<Set<String>, TextFile> fileWith, Set<String> frames) {
      Set<String> empty = new TreeSet<>(frames);
      boolean isChanged = true;
      while (isChanged && !empty.isEmpty()) {
        isChanged = false;
        for (Sections.Obstacle obstacle : Sections.obstacles(fileWith.apply(empty), empty)) {
          isChanged |= empty.remove(obstacle.frame());
        }
      }
      return empty;
    }

    private static Set<String> filter(Collection<String> names, Predicate<String> condition) {
      return names.stream().filter(condition).collect(Collectors.toCollection(TreeSet::new));
    }

    private void add(Kind kind, Collection<String> names) {
      if (!names.isEmpty()) {
        Modified<String, VaultFile> part = part(names);
        events.add(kind.event(part));
        state = state.with(part.units(), part.after());
      }
    }

    private List<String> units(Kind kind) {
      return units.getOrDefault(kind, new ArrayList<>());
    }

    private Modified<String, VaultFile> part(Collection<String> names) {
      return new Modified<>(
          change.key(), only(change.before(), names), only(change.after(), names));
    }

    private static Value.Fields only(Value.Fields fields, Collection<String> names) {
      Map<String, Value> found = new TreeMap<>();
      for (String name : names) {
        fields.find(name).ifPresent(value -> found.put(name, value));
      }
      return Value.Fields.of(found);
    }
  }
}
