import org.jspecify.annotations.NullMarked;

/** The diagram domain: entities, events, the draw.io file format and its verbs. */
@NullMarked
module dev.fcp.drawio {
  exports dev.fcp.drawio;
  exports dev.fcp.drawio.diagram;
  exports dev.fcp.drawio.file;
  exports dev.fcp.drawio.language;

  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires transitive dev.fcp.verbs;
  requires com.google.common;
  requires java.xml;
  requires com.ctc.wstx;
  requires org.codehaus.stax2;

  provides dev.fcp.eventlog.domain.Domain with
      dev.fcp.drawio.DiagramDomain;
  provides dev.fcp.verbs.DomainLanguage with
      dev.fcp.drawio.language.DrawioLanguage;
}
