import org.jspecify.annotations.NullMarked;

/** The domain of memory blocks: their file format, their events and operations, and their store. */
@NullMarked
module dev.fcp.blocks {
  exports dev.fcp.blocks;

  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires transitive dev.fcp.verbs;
  requires io.github.javadiffutils;

  provides dev.fcp.eventlog.domain.Domain with
      dev.fcp.blocks.BlockDomain;
  provides dev.fcp.verbs.DomainLanguage with
      dev.fcp.blocks.BlockLanguage;
}
