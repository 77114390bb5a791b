package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.verbs.DomainLanguage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Provides;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BlockRegistrationTest {

  @Test
  void the_module_and_the_class_path_offer_the_same_services() throws IOException {
    ModuleDescriptor module;
    try (InputStream in = moduleInfo()) {
      module = ModuleDescriptor.read(in);
    }
    assertThat(module.name()).isEqualTo("dev.fcp.blocks");
    Map<String, List<String>> provided =
        module.provides().stream()
            .collect(Collectors.toMap(Provides::service, Provides::providers));
    assertThat(provided).containsOnlyKeys(Domain.class.getName(), DomainLanguage.class.getName());
    for (Map.Entry<String, List<String>> service : provided.entrySet()) {
      assertThat(services(service.getKey())).isEqualTo(service.getValue());
    }
  }

  private static InputStream moduleInfo() throws IOException {
    String own = BlockDomain.class.getProtectionDomain().getCodeSource().getLocation().toString();
    return URI.create(own + "module-info.class").toURL().openStream();
  }

  private static List<String> services(String service) throws IOException {
    try (InputStream in = BlockDomain.class.getResourceAsStream("/META-INF/services/" + service)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void the_domain_is_found_by_its_name_and_by_its_files() {
    assertThat(Domains.installed().named("block")).get().isInstanceOf(BlockDomain.class);
    assertThat(Domains.installed().forFileName("notes.BLOCK")).isPresent();
  }
}
