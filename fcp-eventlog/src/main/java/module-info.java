import org.jspecify.annotations.NullMarked;

/**
 * The engine: event log, domains, history, sessions and journals. It contains no domain.
 *
 * <p>No exported method accepts or returns null, unless {@code @Nullable} says so. A null that is
 * passed all the same ends in a {@link NullPointerException}, at the latest before anything
 * changes. Single methods do not repeat this.
 */
@NullMarked
@SuppressWarnings("module") // the modules that JSON is exported to are compiled later
module dev.fcp.eventlog {
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;
  requires com.google.common;
  requires tools.jackson.core;

  exports dev.fcp.eventlog;
  exports dev.fcp.eventlog.document;
  exports dev.fcp.eventlog.domain;
  exports dev.fcp.eventlog.entity;
  exports dev.fcp.eventlog.history;
  exports dev.fcp.eventlog.journal;
  exports dev.fcp.eventlog.persistent;
  exports dev.fcp.eventlog.session;
  exports dev.fcp.eventlog.text;

  // The JSON of values, for the modules of this project that print it.
  exports dev.fcp.eventlog.json to
      dev.fcp.drawio,
      dev.fcp.verbs;

  uses dev.fcp.eventlog.domain.Domain;
}
