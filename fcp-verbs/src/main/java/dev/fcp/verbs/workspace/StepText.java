package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.SessionState.Mark;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.Quoting;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Formats steps for responses. */
final class StepText {

  private static final DateTimeFormatter TIME_FORMAT = DateTimeFormatter.ofPattern("HH:mm");
  private static final DateTimeFormatter DATE_TIME_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private final WorkspaceSettings settings;

  StepText(WorkspaceSettings settings) {
    this.settings = settings;
  }

  /** The label of a step, abbreviated. */
  static String label(Step<?> step) {
    return OperationText.abbreviate(step.label());
  }

  /** The actor, the time and the label of a step: {@code ann 12:03, add pear}. */
  String describe(Step<?> step) {
    return actor(step.origin()) + " " + time(step.time()) + ", " + label(step);
  }

  /** The message of a mark, with its actor and time. */
  String describe(Mark mark) {
    Origin origin = mark.origin();
    return "%s %s, message %s of session %s%s"
        .formatted(
            actor(origin),
            time(mark.time()),
            Quoting.quoteIfNeeded(OperationText.abbreviate(origin.message())),
            Quoting.quoteIfNeeded(OperationText.abbreviate(origin.session())),
            mark.paths().isEmpty() ? "" : ", in " + mark.paths());
  }

  /** The label of a step, with its actor and time unless the caller made it. */
  String describeFor(Caller caller, Step<?> step) {
    return caller.isAuthorOf(step.origin()) ? label(step) : describe(step);
  }

  /** The actor of an origin, or {@code someone}. */
  static String actor(Origin origin) {
    String actor = origin.actor();
    return actor.isBlank() ? "someone" : OperationText.abbreviate(actor);
  }

  /** The time of day, with the date unless it is today. */
  String time(Instant time) {
    ZonedDateTime zoned = time.atZone(settings.zone());
    ZonedDateTime now = settings.clock().instant().atZone(settings.zone());
    boolean isToday = zoned.toLocalDate().equals(now.toLocalDate());
    return (isToday ? TIME_FORMAT : DATE_TIME_FORMAT).format(zoned);
  }
}
