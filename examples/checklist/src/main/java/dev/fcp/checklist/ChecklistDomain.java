package dev.fcp.checklist;

import dev.fcp.checklist.Line.Item;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.text.LineBasedFormat;
import dev.fcp.eventlog.text.LineEntitySpec;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/** The domain of checklists. */
public final class ChecklistDomain extends EntityDomain<String, Line, ChecklistEvent> {

  private static final LineEntitySpec<Line> SPEC =
      new LineEntitySpec<>("line", MethodHandles.lookup(), Line.class, Line::parse, Line::format) {
        @Override
        public Optional<String> countedAs(Line line) {
          return line instanceof Item item
              ? Optional.of(item.done() ? "done" : "open")
              : Optional.empty();
        }
      };

  /** Creates the domain; all instances are equivalent. */
  public ChecklistDomain() {
    super("checklist", ChecklistEvent.types(SPEC), new LineBasedFormat<>(SPEC, "checklist"));
  }
}
