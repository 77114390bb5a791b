import org.jspecify.annotations.NullMarked;

/** Journals in a PostgreSQL database. */
@NullMarked
@SuppressWarnings("requires-automatic") // The driver and Flyway have no module descriptors.
module dev.fcp.postgres {
  exports dev.fcp.postgres;

  requires static org.checkerframework.checker.qual;
  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires com.google.common;
  requires com.zaxxer.hikari;
  requires flyway.core;
  requires java.sql;
  requires org.postgresql.jdbc;
  requires tools.jackson.databind;
}
