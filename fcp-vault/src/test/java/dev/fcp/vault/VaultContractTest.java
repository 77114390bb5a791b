package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.domain.RandomHistory;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

class VaultContractTest extends DomainContract<EntityModel<String, VaultFile>, VaultEvent> {

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

  /** Files have no references, so the clause about references does not apply. */
  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-12");
  }

  @Provide
  Arbitrary<InMemoryFolder> folders() {
    return VaultGenerators.folders().arbitrary();
  }

  @Trials(300)
  void the_parts_of_a_text_determine_its_bytes(@ForAll("folders") InMemoryFolder folder) {
    for (VaultFile file : VaultUnderTest.read(folder).entities().values()) {
      VaultFile decoded = VaultSpec.ofUnits(file.units());
      assertThat(decoded).isEqualTo(file);
      assertThat(decoded.entry()).isEqualTo(file.entry());
    }
  }

  @Trials(80)
  void rereading_an_edited_vault_shows_no_difference(
      @ForAll("histories") RandomHistory<EntityModel<String, VaultFile>, VaultEvent> history) {
    for (EntityModel<String, VaultFile> vault : history.models()) {
      EntityModel<String, VaultFile> again = VaultUnderTest.reread(vault);
      assertThat(again.digest()).isEqualTo(vault.digest());
      assertThat(domain().diff(vault, again)).isEmpty();
    }
  }
}
