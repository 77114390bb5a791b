package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.domains.text.TextDomain;
import dev.fcp.spec.generator.Generator;

/** Sessions over a domain without a name, units, codecs and files. */
class MinimalDomainSessionTest extends SessionContract<String, TextDomain.Edit> {

  @Override
  protected Domain<String, TextDomain.Edit> domain() {
    return new TextDomain();
  }

  @Override
  protected boolean hasFileFormat() {
    return false;
  }

  @Override
  protected Generator<String> models() {
    return Generator.just("");
  }

  @Override
  protected Generator<TextDomain.Edit> events(String model) {
    return TextDomain.randomEdits(model);
  }

  @Override
  protected Generator<TextDomain.Edit> mergeableEvents(String model) {
    return TextDomain.randomEdits(model);
  }
}
