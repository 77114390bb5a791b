package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domain.InMemoryFolder;
import java.util.List;

/** Rollbacks in a vault that only a session holds. */
class VaultRollbackTest extends VaultRollbackContract {

  private final VaultUnderTest vault = VaultUnderTest.ofCampaign();

  @Override
  Session<EntityModel<String, VaultFile>, VaultEvent> session() {
    return vault.session();
  }

  @Override
  InMemoryFolder folder() {
    return vault.folder();
  }

  @Override
  void write(String path, String text) {
    take(folder().with(path, text));
  }

  @Override
  void move(String path, String newPath) {
    take(folder().with(newPath, folder().text(path)).without(path));
  }

  private void take(InMemoryFolder folder) {
    var found = VaultUnderTest.read(folder);
    List<VaultEvent> events =
        LANGUAGE.domain().diff(session().model(), found, session().audit().appliedEvents());
    Outcome outcome =
        session().step(EditOptions.of("edit", PERSON), step -> events.forEach(step::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  @Override
  void save() {
    // There is no file.
  }
}
