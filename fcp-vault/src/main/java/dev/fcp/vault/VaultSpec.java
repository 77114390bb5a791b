package dev.fcp.vault;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.vault.VaultFile.OpaqueFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The entities of a vault: its files, of which every line and every field is a unit. */
final class VaultSpec implements EntitySpec<String, VaultFile> {

  /** The member of a snapshot that says that the text of a file is that of its hash. */
  private static final String IS_TEXT = "text";

  private final ContentStore contents;

  /** Creates the declaration for documents whose files are in a store when they are opened. */
  VaultSpec(ContentStore contents) {
    this.contents = contents;
  }

  ContentStore contents() {
    return contents;
  }

  /** The entity that is the file with a key. */
  static EntityRef file(String key) {
    return new EntityRef("file", key);
  }

  @Override
  public EntityRef ref(String key) {
    return file(key);
  }

  @Override
  public Value encodeKey(String key) {
    return Value.of(key);
  }

  @Override
  public String decodeKey(Value value) {
    return value.asText();
  }

  @Override
  public SortedMap<String, Value> units(VaultFile file) {
    return file.units();
  }

  @Override
  public VaultFile entity(String key, SortedMap<String, Value> units) {
    return ofUnits(units);
  }

  /**
   * The file with these units.
   *
   * @throws IllegalArgumentException if they are not those of a file
   */
  static VaultFile ofUnits(SortedMap<String, Value> units) {
    return units.containsKey(OpaqueFile.SHA256)
        ? OpaqueFile.ofUnits(units)
        : TextFile.ofUnits(units);
  }

  /** Of a file that never changed only the hash. */
  @Override
  public Value.Fields snapshot(VaultFile file) {
    if (!(file instanceof TextFile text) || !text.isIn(contents)) {
      return Value.Fields.of(file.units());
    }
    SortedMap<String, Value> units = VaultFile.entryUnits(file);
    units.put(IS_TEXT, Value.of(true));
    return Value.Fields.of(units);
  }

  @Override
  public VaultFile entityOfSnapshot(String key, Value.Fields snapshot) {
    return snapshot.find(IS_TEXT).isPresent()
        ? TextFile.read(snapshot.text(VaultFile.PATH), VaultFile.entryIn(snapshot, true), contents)
        : ofUnits(snapshot.fields());
  }

  /** Files refer to nothing; their texts need not be divided into lines to know that. */
  @Override
  public List<Reference<String>> referencesOf(String key, VaultFile file) {
    return List.of();
  }

  @Override
  public Optional<Value> unit(VaultFile file, String name) {
    return unitOf(file, name);
  }

  /** The value of one unit, if the file has it. */
  static Optional<Value> unitOf(VaultFile file, String name) {
    return switch (file) {
      case TextFile text -> text.unit(name);
      case OpaqueFile opaque -> Optional.ofNullable(opaque.units().get(name));
    };
  }

  @Override
  public VaultFile modified(String key, VaultFile file, Set<String> names, Value.Fields after) {
    return switch (file) {
      case TextFile text -> text.with(names, after);
      case OpaqueFile opaque -> {
        TreeMap<String, Value> units = new TreeMap<>(opaque.units());
        units.keySet().removeAll(names);
        units.putAll(after.fields());
        yield OpaqueFile.ofUnits(units);
      }
    };
  }

  @Override
  public Change.Modified<String, VaultFile> modification(String key, VaultFile from, VaultFile to) {
    return from instanceof TextFile text && to instanceof TextFile target
        ? text.changeTo(key, target)
        : Change.between(key, from.units(), to.units());
  }

  /** The path and the hash of the bytes; the identities of the lines are not visible. */
  @Override
  public Value content(String key, VaultFile file) {
    return Value.Fields.of(
        Map.of(
            VaultFile.PATH, Value.of(file.path()),
            VaultFile.EXECUTABLE, Value.of(file.isExecutable()),
            OpaqueFile.SHA256, Value.of(file.entry().sha256())));
  }

  @Override
  public Optional<String> storedName(String key, VaultFile file) {
    return Optional.empty();
  }

  @Override
  public Optional<String> countedAs(VaultFile file) {
    return Optional.of(
        switch (file) {
          case TextFile text -> "text";
          case OpaqueFile opaque -> "other";
        });
  }

  /** The number of files, and how many of them are not text. */
  @Override
  public String summary(Map<String, Integer> counts) {
    int text = counts.getOrDefault("text", 0);
    int other = counts.getOrDefault("other", 0);
    String files = text + other == 1 ? "1 file" : (text + other) + " files";
    return other == 0 ? files : "%s (%d not text)".formatted(files, other);
  }

  @Override
  public DerivedIndex<String, VaultFile> emptyDerivedIndex() {
    return PathIndex.EMPTY;
  }

  /** Rejects a path that is taken, and one above or below another file. */
  @Override
  public Optional<Conflict> check(
      Change<String, VaultFile> change, EntityModel<String, VaultFile> model) {
    Optional<String> path =
        switch (change) {
          case Change.Created<String, VaultFile>(var key, var file) -> Optional.of(file.path());
          case Change.Deleted<String, VaultFile> deleted -> Optional.empty();
          case Change.Modified<String, VaultFile> modified ->
              modified.after().find(VaultFile.PATH).map(Value::asText);
        };
    return path.flatMap(it -> obstacle(change.key(), it, model));
  }

  private Optional<Conflict> obstacle(
      String key, String path, EntityModel<String, VaultFile> model) {
    PathIndex index = PathIndex.of(model.derivedIndex());
    return index
        .obstacle(path, key)
        .map(other -> {
          Unit blocking = new Unit(ref(index.key(other).orElseThrow()), VaultFile.PATH);
          String reason =
              other.equals(path)
                  ? "there is a file %s already".formatted(path)
                  : "%s and %s cannot both be files".formatted(path, other);
          return Conflict.at(new Unit(ref(key), VaultFile.PATH), reason)
              .withBlockingUnits(List.of(blocking));
        });
  }

  /**
   * A vault after some files were removed and then others created. The cost follows these files.
   *
   * @throws IllegalArgumentException if a path is taken, or if a file lies below another one
   */
  static EntityModel<String, VaultFile> replaced(
      EntityModel<String, VaultFile> vault,
      Set<String> removedKeys,
      Map<String, VaultFile> created) {
    EntityModel<String, VaultFile> result = vault;
    for (String key : removedKeys) {
      result = result.apply(new Change.Deleted<>(key, vault.at(key)));
    }
    for (Map.Entry<String, VaultFile> file : created.entrySet()) {
      result = result.apply(new Change.Created<>(file.getKey(), file.getValue()));
    }
    return result;
  }

  /** A path that a file has at the start may not be free when it is needed. */
  @Override
  public boolean canModifyInPlace(
      String key,
      VaultFile before,
      VaultFile after,
      DerivedIndex<String, VaultFile> from,
      DerivedIndex<String, VaultFile> to) {
    return before.path().equals(after.path())
        || PathIndex.of(from).obstacle(after.path(), key).isEmpty();
  }

  /** Renamed files free their paths for new ones. */
  @Override
  public DiffPhase diffPhase(String key, VaultFile target) {
    return DiffPhase.FIRST;
  }
}
