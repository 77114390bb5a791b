import org.jspecify.annotations.NullMarked;

/** The song domain: entities, events, Standard MIDI Files and verbs. */
@NullMarked
module dev.fcp.midi {
  exports dev.fcp.midi;
  exports dev.fcp.midi.language;
  exports dev.fcp.midi.smf;
  exports dev.fcp.midi.song;

  requires static transitive org.jspecify;
  requires transitive dev.fcp.eventlog;
  requires transitive dev.fcp.verbs;
  requires com.google.common;

  provides dev.fcp.eventlog.domain.Domain with
      dev.fcp.midi.SongDomain;
  provides dev.fcp.verbs.DomainLanguage with
      dev.fcp.midi.language.MidiLanguage;
}
