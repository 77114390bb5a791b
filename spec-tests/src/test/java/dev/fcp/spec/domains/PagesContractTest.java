package dev.fcp.spec.domains;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domains.pages.Page;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.domains.pages.PagesDomain;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** A domain with texts that several authors edit obeys the laws. */
class PagesContractTest extends DomainContract<EntityModel<String, Page>, PageEvent> {

  private static final PagesDomain DOMAIN = new PagesDomain();
  private static final Generator<String> PIECES =
      Generator.of("a", "bc", " ", "word ", "\uD83D\uDE00", "two\nlines", "");

  @Override
  protected Domain<EntityModel<String, Page>, PageEvent> domain() {
    return DOMAIN;
  }

  @Override
  protected Generator<EntityModel<String, Page>> models() {
    return PIECES.list(0, 6).map(PagesDomain::model);
  }

  @Override
  protected Generator<PageEvent> events(EntityModel<String, Page> model) {
    return choices -> {
      List<String> keys = List.copyOf(model.entities().keys());
      int kind = keys.isEmpty() ? 0 : choices.upTo(11);
      return switch (kind) {
        case 0 -> added(model, choices);
        case 1 -> DOMAIN.removed(choices.pick(keys), model);
        case 2 -> retitled(choices.pick(keys), model, choices);
        case 3 -> ofAnotherModel(choices);
        case 4 -> replaced(choices.pick(keys), model, choices);
        default -> edited(choices.pick(keys), model, choices);
      };
    };
  }

  private PageEvent added(EntityModel<String, Page> model, Choices choices) {
    Page page =
        new Page(
            PIECES.generate(choices), Text.of(PIECES.generate(choices)), model.orderKeyAtEnd());
    return DOMAIN.added(RecordEntitySpec.freshKey(model), page);
  }

  private static PageEvent retitled(String key, EntityModel<String, Page> model, Choices choices) {
    Value title = Value.of(model.at(key).title() + choices.upTo(9));
    return DOMAIN.changed(key, model, "title", title);
  }

  /** An event that changes the title and the text at once. */
  private PageEvent replaced(String key, EntityModel<String, Page> model, Choices choices) {
    Page page = model.at(key);
    Text body = page.body().apply(edit(page.body(), choices));
    return DOMAIN
        .between(key, page, new Page(page.title() + "!", body, page.order()))
        .orElseThrow();
  }

  private PageEvent edited(String key, EntityModel<String, Page> model, Choices choices) {
    return DOMAIN.edited(key, model, PagesDomain.BODY, edit(model.at(key).body(), choices));
  }

  private TextEdit edit(Text text, Choices choices) {
    int offset = choices.upTo(text.length());
    int deleted = Math.min(choices.upTo(4), text.length() - offset);
    String inserted = PIECES.generate(choices);
    String typed = deleted == 0 ? inserted + "." : inserted;
    // Ids are unique, however the choices are shrunk.
    long seed = Objects.hash(text.encode(), offset, deleted, typed);
    return text.splice(offset, deleted, typed, new InsertionIds(new Random(seed)));
  }

  /** An event that usually does not apply. */
  private PageEvent ofAnotherModel(Choices choices) {
    EntityModel<String, Page> other = models().generate(choices);
    List<PageEvent> events = DOMAIN.diff(other, models().generate(choices));
    return events.isEmpty() ? added(other, choices) : choices.pick(events);
  }

  @Override
  protected Object content(EntityModel<String, Page> model) {
    return model
        .entitiesInOrder()
        .map(Map.Entry::getValue)
        .map(page -> List.of(page.title(), page.body().toString()))
        .toList();
  }

  @Override
  protected String goldenEventsResource() {
    return "/pages-events.jsonl";
  }

  /** Pages have no references. */
  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-12");
  }
}
