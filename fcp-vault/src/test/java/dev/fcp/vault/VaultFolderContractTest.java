package dev.fcp.vault;

import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.FolderDomainContract;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.generator.Generator;

class VaultFolderContractTest
    extends FolderDomainContract<EntityModel<String, VaultFile>, VaultEvent> {

  @Override
  protected FolderDomain<EntityModel<String, VaultFile>, VaultEvent> domain() {
    return new VaultDomain();
  }

  @Override
  protected Generator<InMemoryFolder> folders() {
    return VaultGenerators.folders();
  }
}
