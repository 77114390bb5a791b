import org.jspecify.annotations.NullMarked;

/** The vault domain: folders of Markdown, their events and operations. */
@NullMarked
module dev.fcp.vault {
  exports dev.fcp.vault;

  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires transitive dev.fcp.verbs;
  requires com.google.common;
  requires org.snakeyaml.engine;

  provides dev.fcp.eventlog.domain.Domain with
      dev.fcp.vault.VaultDomain;
  provides dev.fcp.verbs.DomainLanguage with
      dev.fcp.vault.VaultLanguage;
}
