package dev.fcp.spec.domains.pages;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.plaintext.Text;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The domain of documents of pages. */
public final class PagesDomain extends EntityDomain<String, Page, PageEvent> {

  /** The name of the text of a page. */
  public static final String BODY = "body";

  private static final RecordEntitySpec<Page> SPEC =
      new RecordEntitySpec<>("page", MethodHandles.lookup(), Page.class);

  /** Creates the domain; all instances behave the same. */
  public PagesDomain() {
    super("pages", PageEvent.types(SPEC), new PagesFormat());
  }

  /** Returns a document of pages with these titles and texts, in turn. */
  public static EntityModel<String, Page> model(List<String> titlesAndBodies) {
    List<Map.Entry<String, Page>> pages = new ArrayList<>();
    for (int i = 0; i + 1 < titlesAndBodies.size(); i += 2) {
      OrderKey order = OrderKey.initial(pages.size());
      Page page = new Page(titlesAndBodies.get(i), Text.of(titlesAndBodies.get(i + 1)), order);
      pages.add(Map.entry(Integer.toString(pages.size() + 1), page));
    }
    return EntityModel.of(SPEC, pages);
  }

  /** A file with one line of JSON for each page; any other spelling is refused. */
  private static final class PagesFormat implements DocumentFormat<EntityModel<String, Page>> {

    @Override
    public List<String> extensions() {
      return List.of("pages");
    }

    @Override
    public ReadResult<EntityModel<String, Page>> read(byte[] bytes) {
      try {
        List<String> titlesAndBodies = new ArrayList<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
          Value.Fields page = ValueJson.read(line).asFields();
          titlesAndBodies.add(page.text("title"));
          titlesAndBodies.add(page.text(BODY));
        }
        EntityModel<String, Page> model = model(titlesAndBodies);
        if (Arrays.equals(write(model, List.of()), bytes)) {
          return new ReadResult.Readable<>(model, Source.of(bytes));
        }
        return new ReadResult.Unreadable<>(0, "another spelling", Optional.empty());
      } catch (IllegalArgumentException e) {
        return new ReadResult.Unreadable<>(0, String.valueOf(e.getMessage()), Optional.empty());
      }
    }

    @Override
    public byte[] write(EntityModel<String, Page> model, List<Source> sources) {
      StringBuilder lines = new StringBuilder();
      model
          .entitiesInOrder()
          .map(Map.Entry::getValue)
          .forEach(page -> {
            Value.Fields fields =
                Value.Fields.of(
                    Map.of(
                        "title", Value.of(page.title()), BODY, Value.of(page.body().toString())));
            lines.append(ValueJson.write(fields)).append('\n');
          });
      return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
  }
}
