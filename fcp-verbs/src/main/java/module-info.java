import org.jspecify.annotations.NullMarked;

/** The operation language and the session actions, for any domain. */
@NullMarked
module dev.fcp.verbs {
  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires com.google.common;
}
