import org.jspecify.annotations.NullMarked;

/** The operation language and the session actions, for any domain. */
@NullMarked
module dev.fcp.verbs {
  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;

  exports dev.fcp.verbs;
  exports dev.fcp.verbs.form;
  exports dev.fcp.verbs.names;
  exports dev.fcp.verbs.run;
  exports dev.fcp.verbs.syntax;
  exports dev.fcp.verbs.workspace;

  uses dev.fcp.verbs.DomainLanguage;
}
