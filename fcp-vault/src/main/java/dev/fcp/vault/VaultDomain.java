package dev.fcp.vault;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.vault.VaultEvent.EntityCreated;
import dev.fcp.vault.VaultEvent.EntityDeleted;
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
import dev.fcp.vault.VaultEvent.ThreadAdded;
import dev.fcp.vault.VaultEvent.ThreadRemoved;
import dev.fcp.vault.VaultEvent.ThreadReopened;
import dev.fcp.vault.VaultEvent.ThreadResolved;
import dev.fcp.vault.VaultEvent.TimelineAppended;
import dev.fcp.vault.VaultEvent.TimelineRemoved;
import dev.fcp.vault.VaultFile.OpaqueFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The domain of vaults: folders of Markdown and other files. A file is an entity, and every line
 * and every field of its front matter is a separate unit, so that a rollback reverts lines and
 * fields one by one and keeps what others wrote in the same file.
 */
public final class VaultDomain implements FolderDomain<EntityModel<String, VaultFile>, VaultEvent> {

  /** An event without a meaning, for the operations that depend on its change only. */
  private sealed interface Unnamed {

    Change<String, VaultFile> change();

    static Unnamed of(Change<String, VaultFile> change) {
      return switch (change) {
        case Created<String, VaultFile> created -> new Creation(created);
        case Deleted<String, VaultFile> deleted -> new Deletion(deleted);
        case Modified<String, VaultFile> modified -> new Modification(modified);
      };
    }

    record Creation(Created<String, VaultFile> change) implements Unnamed {}

    record Deletion(Deleted<String, VaultFile> change) implements Unnamed {}

    record Modification(Modified<String, VaultFile> change) implements Unnamed {}
  }

  private final boolean isFolder;
  private final VaultSpec spec;
  private final EntityDomain<String, VaultFile, Unnamed> unnamed;

  /** Creates the domain of vaults that are not folders; all instances are equivalent. */
  public VaultDomain() {
    this(ContentStore.EMPTY, false);
  }

  private VaultDomain(ContentStore contents, boolean isFolder) {
    this.isFolder = isFolder;
    this.spec = new VaultSpec(contents);
    this.unnamed =
        new EntityDomain<>(
            "vault",
            EventTypes.<String, VaultFile, Unnamed>of(spec, Unnamed::change)
                .created("created", Unnamed.Creation.class, Unnamed.Creation::new)
                .deleted("deleted", Unnamed.Deletion.class, Unnamed.Deletion::new)
                .modified("modified", Unnamed.Modification.class, Unnamed.Modification::new),
            new VaultFormat());
  }

  @Override
  public VaultDomain withContents(ContentStore contents) {
    return new VaultDomain(contents, true);
  }

  @Override
  public FolderFormat<EntityModel<String, VaultFile>> folderFormat() {
    return new VaultFolderFormat(spec);
  }

  @Override
  public String name() {
    return unnamed.name();
  }

  @Override
  public EntityModel<String, VaultFile> empty() {
    return unnamed.empty();
  }

  @Override
  public EntityModel<String, VaultFile> replay(
      VaultEvent event, EntityModel<String, VaultFile> vault) {
    Optional<Conflict> conflict = checkFrame(event, vault);
    if (conflict.isPresent()) {
      throw new IllegalArgumentException(conflict.get().toString());
    }
    return vault.apply(event.change());
  }

  @Override
  public VaultEvent invert(VaultEvent event) {
    Value.Fields note = event.note();
    return switch (event) {
      case FileAdded(var change) -> new FileRemoved(inverse(change));
      case FileRemoved(var change) -> new FileAdded(inverse(change));
      case FileRenamed(var change) -> new FileRenamed(change.inverse());
      case FileModified(var change) -> new FileModified(change.inverse());
      case LinesAdded(var change) -> new LinesRemoved(change.inverse());
      case LinesRemoved(var change) -> new LinesAdded(change.inverse());
      case LinesModified(var change) -> new LinesModified(change.inverse());
      case LinesMoved(var change) -> new LinesMoved(change.inverse());
      case LinesReformatted(var change) -> new LinesReformatted(change.inverse());
      case HeadingsAdded(var change) -> new HeadingsRemoved(change.inverse());
      case HeadingsRemoved(var change) -> new HeadingsAdded(change.inverse());
      case HeadingsModified(var change) -> new HeadingsModified(change.inverse());
      case FrontMatterAdded(var change) -> new FrontMatterRemoved(change.inverse());
      case FrontMatterRemoved(var change) -> new FrontMatterAdded(change.inverse());
      case FieldsAdded(var change) -> new FieldsRemoved(change.inverse());
      case FieldsRemoved(var change) -> new FieldsAdded(change.inverse());
      case FieldsModified(var change) -> new FieldsModified(change.inverse());
      case PcUpdated(var change) -> new PcUpdated(change.inverse());
      case TimelineAppended(var change, var any) -> new TimelineRemoved(change.inverse(), note);
      case TimelineRemoved(var change, var any) -> new TimelineAppended(change.inverse(), note);
      case ThreadAdded(var change, var any) -> new ThreadRemoved(change.inverse(), note);
      case ThreadRemoved(var change, var any) -> new ThreadAdded(change.inverse(), note);
      case ThreadResolved(var change, var any) -> new ThreadReopened(change.inverse(), note);
      case ThreadReopened(var change, var any) -> new ThreadResolved(change.inverse(), note);
      case EntityCreated(var change, var any) -> new EntityDeleted(inverse(change), note);
      case EntityDeleted(var change, var any) -> new EntityCreated(inverse(change), note);
    };
  }

  private static Deleted<String, VaultFile> inverse(Created<String, VaultFile> change) {
    return new Deleted<>(change.key(), change.entity());
  }

  private static Created<String, VaultFile> inverse(Deleted<String, VaultFile> change) {
    return new Created<>(change.key(), change.entity());
  }

  /** The same event with another modification and note. */
  private static VaultEvent with(
      VaultEvent event, Modified<String, VaultFile> change, Value.Fields note) {
    return switch (event) {
      case FileAdded any -> EventDivider.event(change);
      case FileRemoved any -> EventDivider.event(change);
      case FileRenamed any -> new FileRenamed(change);
      case FileModified any -> new FileModified(change);
      case LinesAdded any -> new LinesAdded(change);
      case LinesRemoved any -> new LinesRemoved(change);
      case LinesModified any -> new LinesModified(change);
      case LinesMoved any -> new LinesMoved(change);
      case LinesReformatted any -> new LinesReformatted(change);
      case HeadingsAdded any -> new HeadingsAdded(change);
      case HeadingsRemoved any -> new HeadingsRemoved(change);
      case HeadingsModified any -> new HeadingsModified(change);
      case FrontMatterAdded any -> new FrontMatterAdded(change);
      case FrontMatterRemoved any -> new FrontMatterRemoved(change);
      case FieldsAdded any -> new FieldsAdded(change);
      case FieldsRemoved any -> new FieldsRemoved(change);
      case FieldsModified any -> new FieldsModified(change);
      case PcUpdated any -> new PcUpdated(change);
      case TimelineAppended any -> new TimelineAppended(change, note);
      case TimelineRemoved any -> new TimelineRemoved(change, note);
      case ThreadAdded any -> new ThreadAdded(change, note);
      case ThreadRemoved any -> new ThreadRemoved(change, note);
      case ThreadResolved any -> new ThreadResolved(change, note);
      case ThreadReopened any -> new ThreadReopened(change, note);
      case EntityCreated any -> EventDivider.event(change);
      case EntityDeleted any -> EventDivider.event(change);
    };
  }

  @Override
  public Optional<Conflict> check(VaultEvent event, EntityModel<String, VaultFile> vault) {
    return vault.check(event.change()).or(() -> checkFrame(event, vault));
  }

  /**
   * Rejects changing a part of a thread if its heading stays, because someone else changed that:
   * half a thread would be left.
   */
  private static Optional<Conflict> otherHeading(
      String heading, Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    if (change.units().contains(heading) || vault.check(change).isPresent()) {
      return Optional.empty();
    }
    return Stream.of(vault, vault.apply(change))
        .flatMap(it -> it.find(change.key()).stream())
        .filter(TextFile.class::isInstance)
        .map(TextFile.class::cast)
        .filter(file -> touches(change, heading, file))
        .map(file -> changedHeading(change.key(), file, heading))
        .findFirst();
  }

  private static boolean touches(
      Modified<String, VaultFile> change, String heading, TextFile file) {
    return StoryThread.withHeading(file, heading).stream()
        .flatMap(thread -> thread.parts(file).stream())
        .filter(part -> !part.isBlank())
        .map(Part::unit)
        .anyMatch(unit ->
            change.units().contains(unit) || change.units().contains(TextFile.ORDER + unit));
  }

  private static Conflict changedHeading(String key, TextFile file, String heading) {
    Unit unit = new Unit(VaultSpec.file(key), heading);
    return Conflict.at(
            unit,
            "the heading \"%s\" in %s was changed, so that all of this thread stays"
                .formatted(file.part(heading).map(Part::text).orElse(""), file.path()))
        .withBlockingUnits(List.of(unit));
  }

  /**
   * Rejects adding or removing a heading whose section contains anything else, and likewise the
   * lines before and after front matter. Only events that say so are concerned; lines with the same
   * text may also be added and removed as lines.
   */
  private static Optional<Conflict> checkFrame(
      VaultEvent event, EntityModel<String, VaultFile> vault) {
    if (!(event.change() instanceof Modified<String, VaultFile> change)) {
      return Optional.empty();
    }
    if (addsFrame(event)) {
      return contentAfter(change, vault);
    }
    if (isOfBlock(event) && concernsBlanksOnly(change, vault)) {
      Unit blank = new Unit(VaultSpec.file(change.key()), change.units().iterator().next());
      return Optional.of(
          Conflict.at(blank, "none of its lines is as it was, so its blank lines stay, too"));
    }
    Optional<String> heading = StoryThread.headingUnit(event);
    if (heading.isPresent()) {
      return otherHeading(heading.get(), change, vault);
    }
    if (event instanceof FileModified) {
      return halfThread(change, vault);
    }
    return removesFrame(event) ? content(change, vault) : Optional.empty();
  }

  /** Whether an event is about a timeline entry or a thread. */
  static boolean isOfBlock(VaultEvent event) {
    return event instanceof TimelineAppended
        || event instanceof TimelineRemoved
        || event instanceof ThreadAdded
        || event instanceof ThreadRemoved
        || event instanceof ThreadResolved
        || event instanceof ThreadReopened;
  }

  /** Whether a change, such as the rest of one, adds, removes and moves blank lines only. */
  private static boolean concernsBlanksOnly(
      Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    Optional<VaultFile> file = vault.find(change.key());
    return change.units().stream()
        .map(TextFile::partOf)
        .flatMap(part ->
            Stream.of(
                    change.before().find(part),
                    change.after().find(part),
                    file.flatMap(it -> VaultSpec.unitOf(it, part)))
                .flatMap(Optional::stream))
        .allMatch(part -> TextFile.textIn(part).isBlank());
  }

  /**
   * Rejects the modification of a whole file, which a rollback may make, if it takes the marker of
   * a thread away from its heading, or gives it one.
   */
  private static Optional<Conflict> halfThread(
      Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    if (change.units().stream().noneMatch(unit -> unit.startsWith(Part.LINE))
        || vault.check(change).isPresent()) {
      return Optional.empty();
    }
    return withoutMarker(change, vault)
        .or(() -> withoutMarker(change.inverse(), vault.apply(change)));
  }

  private static Optional<Conflict> withoutMarker(
      Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    if (!(vault.find(change.key()).orElse(null) instanceof TextFile file)) {
      return Optional.empty();
    }
    Set<String> removed = new HashSet<>(change.before().fields().keySet());
    removed.removeAll(change.after().fields().keySet());
    return StoryThread.in(file).stream()
        .filter(thread -> removed.contains(thread.parts(file).get(0).unit()))
        .map(thread -> thread.headingPart(file).unit())
        .filter(heading -> !removed.contains(heading))
        .findFirst()
        .map(heading -> changedHeading(change.key(), file, heading));
  }

  private static Optional<Conflict> contentAfter(
      Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    return vault.check(change).isPresent()
        ? Optional.empty()
        : content(change, vault.apply(change));
  }

  /** The conflict if a heading or delimiter in a change has content in a vault that contains it. */
  private static Optional<Conflict> content(
      Modified<String, VaultFile> change, EntityModel<String, VaultFile> vault) {
    return vault.find(change.key()).orElse(null) instanceof TextFile file
        ? Sections.obstacles(file, change.units()).stream()
            .findFirst()
            .map(it -> notEmpty(change.key(), file, it))
        : Optional.empty();
  }

  private static Conflict notEmpty(String key, TextFile file, Sections.Obstacle obstacle) {
    var ref = VaultSpec.file(key);
    String frame = file.part(obstacle.frame()).map(Part::text).orElse("");
    String content = file.part(obstacle.content()).map(Part::text).orElse("");
    return Conflict.at(
            new Unit(ref, obstacle.frame()),
            "\"%s\" in %s is not empty: it contains \"%s\"".formatted(frame, file.path(), content))
        .withBlockingUnits(List.of(new Unit(ref, obstacle.content())));
  }

  @Override
  public Digest digest(EntityModel<String, VaultFile> vault) {
    return unnamed.digest(vault);
  }

  @Override
  public Digest digestFromScratch(EntityModel<String, VaultFile> vault) {
    return unnamed.digestFromScratch(vault);
  }

  @Override
  public Touches touches(VaultEvent event) {
    return unnamed.touches(Unnamed.of(event.change()));
  }

  @Override
  public Effect effect(VaultEvent event) {
    return unnamed.effect(Unnamed.of(event.change()));
  }

  @Override
  public boolean reformats(VaultEvent event) {
    return event instanceof LinesReformatted;
  }

  /** Another name, mode, order or form of a file, fewer lines, and blank ones are nothing new. */
  @Override
  public boolean addsNothing(VaultEvent event) {
    return event.change() instanceof Modified<String, VaultFile> modified
        && modified.after().fields().entrySet().stream()
            .allMatch(unit ->
                Part.isPart(unit.getKey())
                    ? TextFile.textIn(unit.getValue()).isBlank()
                    : !unit.getKey().equals(OpaqueFile.SHA256));
  }

  @Override
  public Optional<VaultEvent> without(VaultEvent event, Set<Unit> units) {
    if (!(event.change() instanceof Modified<String, VaultFile> modified)) {
      var ref = VaultSpec.file(event.change().key());
      boolean isConcerned = units.stream().anyMatch(unit -> unit.entity().equals(ref));
      return isConcerned ? Optional.empty() : Optional.of(event);
    }
    return unnamed
        .without(Unnamed.of(modified), units)
        .map(rest ->
            rest.change().equals(modified)
                ? event
                : with(event, modification(rest), StoryThread.note(event, modification(rest))));
  }

  private static Modified<String, VaultFile> modification(Unnamed event) {
    return (Modified<String, VaultFile>) event.change();
  }

  @Override
  public Optional<VaultEvent> rebase(VaultEvent event, EntityModel<String, VaultFile> vault) {
    Change<String, VaultFile> change = event.change();
    Optional<VaultFile> current = vault.find(change.key());
    if (current.isEmpty()) {
      return change instanceof Created ? Optional.of(event) : Optional.empty();
    }
    return switch (change) {
      case Created<String, VaultFile>(var key, var file) ->
          spec.isSameKind(current.get(), file)
              ? Optional.of(
                      Change.<String, VaultFile>between(key, current.get().units(), file.units()))
                  .filter(it -> !it.isEmpty())
                  .map(EventDivider::event)
              : Optional.empty();
      case Deleted<String, VaultFile>(var key, var file) ->
          Optional.of(withDeleted(event, new Deleted<>(key, current.get())));
      case Modified<String, VaultFile> modified ->
          unnamed
              .rebase(Unnamed.of(modified), vault)
              .map(rebased -> with(event, modification(rebased), event.note()));
    };
  }

  private static VaultEvent withDeleted(VaultEvent event, Deleted<String, VaultFile> change) {
    return event instanceof EntityDeleted(var any, var note)
        ? new EntityDeleted(change, note)
        : new FileRemoved(change);
  }

  @Override
  public EventMerge<VaultEvent> merge(VaultEvent first, VaultEvent second) {
    if (invert(first).equals(second)) {
      return new EventMerge.CancelledOut<>();
    }
    if (first.getClass() != second.getClass() || hasMeaning(first) || hasMeaning(second)) {
      return new EventMerge.NotMergeable<>();
    }
    return switch (unnamed.merge(Unnamed.of(first.change()), Unnamed.of(second.change()))) {
      case EventMerge.NotMergeable<Unnamed> apart -> new EventMerge.NotMergeable<>();
      case EventMerge.CancelledOut<Unnamed> nothing -> new EventMerge.CancelledOut<>();
      case EventMerge.MergedInto<Unnamed>(var merged) ->
          new EventMerge.MergedInto<>(with(first, modification(merged), first.note()));
    };
  }

  private static boolean hasMeaning(VaultEvent event) {
    return !event.note().isEmpty() || addsFrame(event) || removesFrame(event);
  }

  private static boolean addsFrame(VaultEvent event) {
    return event instanceof HeadingsAdded || event instanceof FrontMatterAdded;
  }

  private static boolean removesFrame(VaultEvent event) {
    return event instanceof HeadingsRemoved || event instanceof FrontMatterRemoved;
  }

  @Override
  public List<VaultEvent> diff(
      EntityModel<String, VaultFile> from, EntityModel<String, VaultFile> to) {
    return diff(from, to, (file, units) -> Stream.empty());
  }

  /** Lines that were removed and came back at their place are the former lines. */
  @Override
  public List<VaultEvent> diff(
      EntityModel<String, VaultFile> from,
      EntityModel<String, VaultFile> to,
      EarlierEvents<VaultEvent> earlier) {
    List<VaultEvent> events = new ArrayList<>();
    for (Unnamed event : unnamed.diff(from, new FileMatcher(from, to, earlier).matched())) {
      Change<String, VaultFile> change = event.change();
      events.addAll(EventDivider.events(change, from.find(change.key())));
    }
    return events;
  }

  @Override
  public EventCodec<VaultEvent> eventCodec() {
    return new VaultEventCodec();
  }

  @Override
  public ModelCodec<EntityModel<String, VaultFile>> modelCodec() {
    return unnamed.modelCodec();
  }

  /** The format of archives; for the vault in a folder, that of manifests. */
  @Override
  public DocumentFormat<EntityModel<String, VaultFile>> format() {
    return isFolder ? FolderDomain.super.format() : new VaultFormat();
  }
}
