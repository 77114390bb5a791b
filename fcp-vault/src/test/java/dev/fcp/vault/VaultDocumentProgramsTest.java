package dev.fcp.vault;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Generator;

class VaultDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<String, VaultFile>, VaultEvent> {

  @Override
  protected Domain<EntityModel<String, VaultFile>, VaultEvent> domain() {
    return new VaultDomain();
  }

  @Override
  protected Generator<EntityModel<String, VaultFile>> models() {
    return VaultGenerators.models();
  }

  @Override
  protected Generator<VaultEvent> events(EntityModel<String, VaultFile> vault) {
    return VaultGenerators.events(vault);
  }
}
