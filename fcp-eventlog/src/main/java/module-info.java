import org.jspecify.annotations.NullMarked;

/**
 * The engine: event log, domains, history, sessions and journals. It contains no domain.
 *
 * <p>Exported methods neither accept nor return null, except where {@code @Nullable} permits it. A
 * null argument throws a {@link NullPointerException} before anything changes. The methods do not
 * repeat this.
 */
@NullMarked
@SuppressWarnings("module") // The modules to which JSON is exported are compiled later.
module dev.fcp.eventlog {
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;
  requires com.google.common;
  requires io.github.javadiffutils;
  requires tools.jackson.core;

  exports dev.fcp.eventlog;
  exports dev.fcp.eventlog.document;
  exports dev.fcp.eventlog.domain;
  exports dev.fcp.eventlog.entity;
  exports dev.fcp.eventlog.folder;
  exports dev.fcp.eventlog.history;
  exports dev.fcp.eventlog.journal;
  exports dev.fcp.eventlog.persistent;
  exports dev.fcp.eventlog.plaintext;
  exports dev.fcp.eventlog.session;
  exports dev.fcp.eventlog.text;

  // The JSON of values, for the modules of this project that print it.
  exports dev.fcp.eventlog.json to
      dev.fcp.blocks,
      dev.fcp.drawio,
      dev.fcp.postgres,
      dev.fcp.verbs;

  uses dev.fcp.eventlog.domain.Domain;
}
