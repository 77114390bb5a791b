package dev.fcp.vault;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The operation language of vaults. */
public final class VaultLanguage
    implements DomainLanguage<EntityModel<String, VaultFile>, VaultEvent> {

  private final VaultDomain domain = new VaultDomain();
  private final VaultSettings settings;

  /** Creates the language with the standard settings. */
  public VaultLanguage() {
    this(VaultSettings.STANDARD);
  }

  /**
   * Creates the language with other settings. A file {@code .fcp-vault.yaml} of a vault takes
   * precedence over them.
   */
  public VaultLanguage(VaultSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  @Override
  public Domain<EntityModel<String, VaultFile>, VaultEvent> domain() {
    return domain;
  }

  @Override
  public List<Verb<EntityModel<String, VaultFile>, VaultEvent>> verbs() {
    return List.of(
        Verb.returningLine(
            TimelineVerb.FORM, (op, it) -> new TimelineVerb(settings(it.model())).add(op, it)),
        Verb.returningLine(ThreadVerbs.ADD, (op, it) -> threads(it).add(op, it)),
        Verb.returningLine(ThreadVerbs.RESOLVE, (op, it) -> threads(it).resolve(op, it)),
        Verb.returningLine(ThreadVerbs.REOPEN, (op, it) -> threads(it).reopen(op, it)),
        Verb.returningLine(
            FileVerbs.CREATE, (op, it) -> new FileVerbs(settings(it.model())).create(op, it)),
        Verb.returningLine(FieldVerbs.SET, FieldVerbs::set),
        Verb.returningLine(FieldVerbs.REMOVE, FieldVerbs::remove),
        Verb.returningLine(FileVerbs.APPEND, FileVerbs::append),
        Verb.returningLine(FileVerbs.REPLACE, FileVerbs::replace),
        Verb.returningLine(FileVerbs.ADD, FileVerbs::add),
        Verb.returningLine(FileVerbs.REMOVE, FileVerbs::remove),
        Verb.returningLine(FileVerbs.RENAME, FileVerbs::rename));
  }

  /** The files that {@code .fcp-vault.yaml} in the folder sets. */
  @Override
  public FolderSettings folderSettings(Path folder, FolderSettings others) {
    try {
      return SettingsFile.folderSettings(folder, others);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private VaultSettings settings(EntityModel<String, VaultFile> vault) {
    return SettingsFile.settings(vault, settings);
  }

  private ThreadVerbs threads(VerbContext<EntityModel<String, VaultFile>, VaultEvent> context) {
    return new ThreadVerbs(settings(context.model()));
  }

  @Override
  public List<Query<EntityModel<String, VaultFile>>> queries() {
    return new VaultQueries(settings).all();
  }

  @Override
  public List<ResultLine> describeChanges(
      List<VaultEvent> events,
      EntityModel<String, VaultFile> before,
      EntityModel<String, VaultFile> after) {
    return new VaultChangeDescriber(before).describe(events);
  }

  /**
   * The plan with a conflict for each field and each line that was overwritten since, and a failure
   * for each timeline entry and each thread of which nothing is left.
   */
  @Override
  public RollbackPlan<VaultEvent> reported(
      RollbackPlan<VaultEvent> plan,
      History<VaultEvent> history,
      EntityModel<String, VaultFile> vault) {
    return new RollbackReport(history, vault).of(plan);
  }

  /** A line by its text, a field by its key. */
  @Override
  public String describeUnit(Unit unit, VaultEvent event, EntityModel<String, VaultFile> vault) {
    String key = unit.entity().key();
    String path = vault.find(key).map(VaultFile::path).orElse(key);
    return RollbackReport.describe(unit.name(), event) + " of " + path;
  }

  @Override
  public List<EntityName> entityNames(EntityModel<String, VaultFile> vault) {
    List<EntityName> names = new ArrayList<>();
    for (Map.Entry<String, VaultFile> entry : vault.entities()) {
      names.add(name(entry.getKey(), entry.getValue()));
    }
    return names;
  }

  @Override
  public List<EntityName> entityNamesIn(VaultEvent event) {
    return switch (event.change()) {
      case Change.Created<String, VaultFile>(var key, var file) -> List.of(name(key, file));
      case Change.Deleted<String, VaultFile>(var key, var file) -> List.of(name(key, file));
      case Change.Modified<String, VaultFile> modified -> List.of();
    };
  }

  private static EntityName name(String key, VaultFile file) {
    EntityRef ref = VaultSpec.file(key);
    return new EntityName(file.path(), ref);
  }
}
