package dev.fcp.midi.language;

import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The instruments of General MIDI. Programs are counted from 0 here, and from 1 in operations and
 * results.
 */
final class GeneralMidi {

  static final int PROGRAM_COUNT = 128;

  /** Sixteen families of eight instruments, in the order of their programs. */
  private static final List<String> INSTRUMENT_NAMES =
      """
      Acoustic Grand Piano, Bright Acoustic Piano, Electric Grand Piano, Honky-tonk Piano, \
      Electric Piano 1, Electric Piano 2, Harpsichord, Clavinet
      Celesta, Glockenspiel, Music Box, Vibraphone, Marimba, Xylophone, Tubular Bells, Dulcimer
      Drawbar Organ, Percussive Organ, Rock Organ, Church Organ, Reed Organ, Accordion, \
      Harmonica, Tango Accordion
      Acoustic Guitar (nylon), Acoustic Guitar (steel), Electric Guitar (jazz), \
      Electric Guitar (clean), Electric Guitar (muted), Overdriven Guitar, Distortion Guitar, \
      Guitar Harmonics
      Acoustic Bass, Electric Bass (finger), Electric Bass (pick), Fretless Bass, Slap Bass 1, \
      Slap Bass 2, Synth Bass 1, Synth Bass 2
      Violin, Viola, Cello, Contrabass, Tremolo Strings, Pizzicato Strings, Orchestral Harp, \
      Timpani
      String Ensemble 1, String Ensemble 2, Synth Strings 1, Synth Strings 2, Choir Aahs, \
      Voice Oohs, Synth Voice, Orchestra Hit
      Trumpet, Trombone, Tuba, Muted Trumpet, French Horn, Brass Section, Synth Brass 1, \
      Synth Brass 2
      Soprano Sax, Alto Sax, Tenor Sax, Baritone Sax, Oboe, English Horn, Bassoon, Clarinet
      Piccolo, Flute, Recorder, Pan Flute, Blown Bottle, Shakuhachi, Whistle, Ocarina
      Lead 1 (square), Lead 2 (sawtooth), Lead 3 (calliope), Lead 4 (chiff), Lead 5 (charang), \
      Lead 6 (voice), Lead 7 (fifths), Lead 8 (bass + lead)
      Pad 1 (new age), Pad 2 (warm), Pad 3 (polysynth), Pad 4 (choir), Pad 5 (bowed), \
      Pad 6 (metallic), Pad 7 (halo), Pad 8 (sweep)
      FX 1 (rain), FX 2 (soundtrack), FX 3 (crystal), FX 4 (atmosphere), FX 5 (brightness), \
      FX 6 (goblins), FX 7 (echoes), FX 8 (sci-fi)
      Sitar, Banjo, Shamisen, Koto, Kalimba, Bagpipe, Fiddle, Shanai
      Tinkle Bell, Agogo, Steel Drums, Woodblock, Taiko Drum, Melodic Tom, Synth Drum, \
      Reverse Cymbal
      Guitar Fret Noise, Breath Noise, Seashore, Bird Tweet, Telephone Ring, Helicopter, \
      Applause, Gunshot
      """
          .lines()
          .flatMap(family -> List.of(family.split(", ", -1)).stream())
          .map(String::strip)
          .toList();

  /** Common short names for instruments. */
  private static final Map<String, Integer> SHORT_NAMES =
      Map.ofEntries(
          Map.entry("piano", 0),
          Map.entry("electric piano", 4),
          Map.entry("organ", 16),
          Map.entry("guitar", 24),
          Map.entry("nylon guitar", 24),
          Map.entry("steel guitar", 25),
          Map.entry("jazz guitar", 26),
          Map.entry("clean guitar", 27),
          Map.entry("bass", 32),
          Map.entry("electric bass", 33),
          Map.entry("harp", 46),
          Map.entry("strings", 48),
          Map.entry("choir", 52),
          Map.entry("horn", 60),
          Map.entry("brass", 61),
          Map.entry("sax", 65));

  private static final NameResolver<Integer> NAME_RESOLVER =
      NameResolver.of(
          IntStream.range(0, PROGRAM_COUNT).boxed().toList(),
          GeneralMidi::namesOf,
          GeneralMidi::instrument);

  private GeneralMidi() {}

  private static List<String> namesOf(int program) {
    List<String> names = new ArrayList<>(List.of(instrument(program)));
    SHORT_NAMES.forEach((name, number) -> {
      if (number == program) {
        names.add(name);
      }
    });
    return names;
  }

  /** The instrument of a program. */
  static String instrument(int program) {
    return INSTRUMENT_NAMES.get(program);
  }

  /** Resolves an instrument name to a program. */
  static Resolution<Integer> resolve(String name) {
    return NAME_RESOLVER.resolve(name);
  }

  /**
   * Formats a program for a result: {@code 1 "Acoustic Grand Piano"}, or only the number of a drum
   * kit.
   */
  static String describe(int channel, int program) {
    return channel == Drum.CHANNEL
        ? "drum kit " + (program + 1)
        : (program + 1) + " \"" + instrument(program) + "\"";
  }

  /**
   * The families, one per line, with their first program counted from 1, for the reference card.
   */
  static List<String> cardLines() {
    List<String> lines = new ArrayList<>();
    for (int first = 0; first < PROGRAM_COUNT; first += 8) {
      lines.add((first + 1) + ": " + String.join(", ", INSTRUMENT_NAMES.subList(first, first + 8)));
    }
    return lines;
  }
}
