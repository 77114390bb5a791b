import org.jspecify.annotations.NullMarked;

/** The engine: event log, algebra of domains, sessions and journals. It knows no domain. */
@NullMarked
module dev.fcp.eventlog {
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

  uses dev.fcp.eventlog.domain.Domain;
}
