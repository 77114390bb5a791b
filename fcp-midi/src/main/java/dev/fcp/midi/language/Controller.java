package dev.fcp.midi.language;

import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The controllers with names. All others are written as numbers from 0 to 127. */
enum Controller {
  BANK(0),
  MODULATION(1),
  BREATH(2),
  FOOT(4),
  PORTAMENTO_TIME(5),
  VOLUME(7),
  BALANCE(8),
  PAN(10),
  EXPRESSION(11),
  SUSTAIN(64),
  PORTAMENTO(65),
  SOSTENUTO(66),
  SOFT(67),
  LEGATO(68),
  RESONANCE(71),
  RELEASE(72),
  ATTACK(73),
  BRIGHTNESS(74),
  REVERB(91),
  TREMOLO(92),
  CHORUS(93),
  DETUNE(94),
  PHASER(95),
  ALL_SOUND_OFF(120),
  RESET(121),
  ALL_NOTES_OFF(123);

  private static final NameResolver<Controller> NAMES =
      NameResolver.of(Arrays.asList(values()), Controller::keyword);

  private final int number;

  Controller(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  String keyword() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Resolves a name. */
  static Resolution<Controller> resolve(String name) {
    return NAMES.resolve(name);
  }

  private static Optional<Controller> forNumber(int number) {
    return Arrays.stream(values()).filter(it -> it.number == number).findFirst();
  }

  /**
   * Formats a controller for a result: {@code 7 (volume)}, or only the number if it has no name.
   */
  static String describe(int number) {
    return forNumber(number).map(it -> number + " (" + it.keyword() + ")").orElse("" + number);
  }

  /** All controllers with their numbers, for the reference card. */
  static List<String> cardLines() {
    return Arrays.stream(values()).map(it -> it.keyword() + " " + it.number).toList();
  }
}
