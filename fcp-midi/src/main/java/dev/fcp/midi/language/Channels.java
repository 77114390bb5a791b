package dev.fcp.midi.language;

import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which channel of a track is meant. Channels are counted from 0 here, and from 1 for people. */
final class Channels {

  private static final int CHANNELS = 16;

  private Channels() {}

  /**
   * The channel that an operation names, or that of the track, or one that no other track uses.
   *
   * @throws NotDone if the track has several
   */
  static int of(Score score, Part part, ParsedOp op) {
    Optional<Integer> named = Arguments.CHANNEL.of(op).map(channel -> channel - 1);
    if (named.isPresent()) {
      return named.get();
    }
    NavigableSet<Integer> own = part.channels();
    if (own.size() > 1) {
      throw NotDone.because(
          part.told() + " has the channels " + shown(own) + "; say which one is meant",
          op.withParam(Arguments.CHANNEL.key(), "" + (own.first() + 1)).text());
    }
    return own.isEmpty() ? free(score, op) : own.first();
  }

  /**
   * A channel that no track uses, and that is not the one of drums.
   *
   * @throws NotDone if all are in use
   */
  static int free(Score score, ParsedOp op) {
    Set<Integer> used = new HashSet<>(Set.of(Percussion.CHANNEL));
    score.parts().forEach(part -> used.addAll(part.channels()));
    for (int channel = 0; channel < CHANNELS; channel++) {
      if (!used.contains(channel)) {
        return channel;
      }
    }
    throw NotDone.because(
        "every channel is in use by a track; say which one to share",
        op.withParam(Arguments.CHANNEL.key(), "1").text());
  }

  /** Channels as people count them. */
  static String shown(Set<Integer> channels) {
    return channels.stream().map(channel -> "" + (channel + 1)).collect(Collectors.joining(", "));
  }
}
