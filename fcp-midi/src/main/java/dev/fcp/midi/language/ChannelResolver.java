package dev.fcp.midi.language;

import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines the channel of an operation. Channels are counted from 0 here, and from 1 in
 * operations and results.
 */
final class ChannelResolver {

  private static final int CHANNEL_COUNT = 16;

  private ChannelResolver() {}

  /**
   * The channel that an operation names, otherwise the channel of the track, otherwise an unused
   * one.
   *
   * @throws OperationRefusedException if the track has several channels
   */
  static int resolve(SongView songView, TrackView trackView, ParsedOperation op) {
    Optional<Integer> requested = SongParams.CHANNEL.valueIn(op).map(channel -> channel - 1);
    if (requested.isPresent()) {
      return requested.get();
    }
    NavigableSet<Integer> channelsOfTrack = trackView.channels();
    if (channelsOfTrack.size() > 1) {
      throw OperationRefusedException.because(
          trackView.describe()
              + " has the channels "
              + format(channelsOfTrack)
              + "; say which one is meant",
          op.withParam(SongParams.CHANNEL.key(), "" + (channelsOfTrack.first() + 1))
              .canonicalText());
    }
    return channelsOfTrack.isEmpty() ? requireUnused(songView, op) : channelsOfTrack.first();
  }

  /**
   * Returns a channel that no track uses, except the drum channel.
   *
   * @throws OperationRefusedException if all are in use
   */
  static int requireUnused(SongView songView, ParsedOperation op) {
    Set<Integer> usedChannels = new HashSet<>(Set.of(Drum.CHANNEL));
    songView.tracks().forEach(trackView -> usedChannels.addAll(trackView.channels()));
    for (int channel = 0; channel < CHANNEL_COUNT; channel++) {
      if (!usedChannels.contains(channel)) {
        return channel;
      }
    }
    throw OperationRefusedException.because(
        "every channel is in use by a track; say which one to share",
        op.withParam(SongParams.CHANNEL.key(), "1").canonicalText());
  }

  /** Formats channels, counted from 1. */
  static String format(Set<Integer> channels) {
    return channels.stream().map(channel -> "" + (channel + 1)).collect(Collectors.joining(", "));
  }
}
