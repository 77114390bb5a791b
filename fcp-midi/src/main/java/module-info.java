import org.jspecify.annotations.NullMarked;

/** The song domain: entities, events and Standard MIDI Files. */
@NullMarked
module dev.fcp.midi {
  exports dev.fcp.midi;
  exports dev.fcp.midi.smf;
  exports dev.fcp.midi.song;

  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires com.google.common;

  provides dev.fcp.eventlog.domain.Domain with
      dev.fcp.midi.SongDomain;
}
