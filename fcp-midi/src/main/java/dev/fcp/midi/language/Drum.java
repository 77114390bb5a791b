package dev.fcp.midi.language;

import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The drums of General MIDI, which are the sounds of the pitches on channel 10, in the order of the
 * pitches.
 */
enum Drum {
  LOW_KICK("kick-2"),
  KICK("kick"),
  SIDE_STICK("rim"),
  SNARE("snare"),
  HAND_CLAP("clap"),
  ELECTRIC_SNARE("snare-2"),
  LOW_FLOOR_TOM("floor-tom"),
  CLOSED_HI_HAT("hihat"),
  HIGH_FLOOR_TOM("floor-tom-2"),
  PEDAL_HI_HAT("pedal-hihat"),
  LOW_TOM("low-tom"),
  OPEN_HI_HAT("open-hihat"),
  LOW_MID_TOM("mid-tom"),
  HIGH_MID_TOM("mid-tom-2"),
  CRASH_CYMBAL("crash"),
  HIGH_TOM("high-tom"),
  RIDE_CYMBAL("ride"),
  CHINESE_CYMBAL("china"),
  RIDE_BELL("ride-bell"),
  TAMBOURINE("tambourine"),
  SPLASH_CYMBAL("splash"),
  COWBELL("cowbell"),
  CRASH_CYMBAL_2("crash-2"),
  VIBRASLAP("vibraslap"),
  RIDE_CYMBAL_2("ride-2"),
  HIGH_BONGO("high-bongo"),
  LOW_BONGO("low-bongo"),
  MUTE_HIGH_CONGA("mute-conga"),
  OPEN_HIGH_CONGA("high-conga"),
  LOW_CONGA("low-conga"),
  HIGH_TIMBALE("high-timbale"),
  LOW_TIMBALE("low-timbale"),
  HIGH_AGOGO("high-agogo"),
  LOW_AGOGO("low-agogo"),
  CABASA("cabasa"),
  MARACAS("maracas"),
  SHORT_WHISTLE("short-whistle"),
  LONG_WHISTLE("long-whistle"),
  SHORT_GUIRO("short-guiro"),
  LONG_GUIRO("long-guiro"),
  CLAVES("claves"),
  HIGH_WOOD_BLOCK("high-block"),
  LOW_WOOD_BLOCK("low-block"),
  MUTE_CUICA("mute-cuica"),
  OPEN_CUICA("open-cuica"),
  MUTE_TRIANGLE("mute-triangle"),
  OPEN_TRIANGLE("triangle");

  /** The drum channel, counted from 0. */
  static final int CHANNEL = 9;

  private static final int FIRST_PITCH = 35;

  private static final List<Drum> BY_PITCH = List.of(values());

  private static final NameResolver<Drum> NAMES =
      NameResolver.of(
          BY_PITCH,
          drum -> List.of(drum.keyword, drum.name().replace('_', '-').toLowerCase(Locale.ROOT)),
          drum -> drum.keyword);

  private final String keyword;

  Drum(String keyword) {
    this.keyword = keyword;
  }

  String keyword() {
    return keyword;
  }

  int pitch() {
    return FIRST_PITCH + BY_PITCH.indexOf(this);
  }

  static Optional<Drum> forPitch(int pitch) {
    int index = pitch - FIRST_PITCH;
    return index >= 0 && index < values().length ? Optional.of(values()[index]) : Optional.empty();
  }

  /** Resolves a name leniently; empty if it is unknown or ambiguous. */
  static Optional<Drum> forWord(String text) {
    return NAMES.find(text);
  }

  static Optional<String> nearest(String text) {
    return Suggestions.findSimilar(text, keywords());
  }

  static List<String> keywords() {
    List<String> words = new ArrayList<>();
    Arrays.stream(values()).map(Drum::keyword).forEach(words::add);
    return words;
  }
}
