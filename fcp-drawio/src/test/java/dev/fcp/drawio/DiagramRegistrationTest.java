package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.language.DrawioLanguage;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domains;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DiagramRegistrationTest {

  @Test
  void the_module_and_the_class_path_offer_the_same_services() throws IOException {
    ModuleDescriptor module;
    try (InputStream in = moduleInfo()) {
      module = ModuleDescriptor.read(in);
    }
    assertThat(module.name()).isEqualTo("dev.fcp.drawio");
    assertThat(
            module.provides().stream()
                .collect(
                    Collectors.toMap(
                        ModuleDescriptor.Provides::service, ModuleDescriptor.Provides::providers)))
        .containsEntry(Domain.class.getName(), services(Domain.class))
        .containsEntry(DomainLanguage.class.getName(), services(DomainLanguage.class))
        .hasSize(2);
  }

  private static InputStream moduleInfo() throws IOException {
    String own = DiagramDomain.class.getProtectionDomain().getCodeSource().getLocation().toString();
    return URI.create(own + "module-info.class").toURL().openStream();
  }

  private static List<String> services(Class<?> service) throws IOException {
    String name = "/META-INF/services/" + service.getName();
    try (InputStream in = DiagramDomain.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void the_domain_and_its_language_are_found() {
    assertThat(Domains.installed().named("drawio")).get().isInstanceOf(DiagramDomain.class);
    assertThat(Domains.installed().forFileName("shop.DRAWIO")).isPresent();
    assertThat(Languages.installed().forDomain("drawio")).get().isInstanceOf(DrawioLanguage.class);
  }
}
