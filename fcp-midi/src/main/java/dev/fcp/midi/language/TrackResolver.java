package dev.fcp.midi.language;

import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds what an operation refers to: tracks by name, by number or by id, other things by id, which
 * has a {@code #} before it. What is unknown or ambiguous ends the operation with the nearest name
 * or the candidates.
 */
final class TrackResolver {

  private TrackResolver() {}

  /** The track that a word of an operation refers to. */
  static TrackView resolve(SongView songView, ParsedOperation op, int positional) {
    return resolve(
        songView, op.words().get(positional), replacement -> op.withWord(positional, replacement));
  }

  /** The track that the parameter of an operation refers to, else the first one. */
  static TrackView resolveOrFirst(SongView songView, ParsedOperation op) {
    return SongParams.TRACK
        .valueIn(op)
        .map(name ->
            resolve(
                songView, name, replacement -> op.withParam(SongParams.TRACK.key(), replacement)))
        .or(() -> songView.tracks().stream().findFirst())
        .orElseThrow(() ->
            OperationRefusedException.because("the song has no track", "track add \"Track 1\""));
  }

  /** The track of a reference. */
  static TrackView resolve(
      SongView songView, String reference, Function<String, ParsedOperation> withReplacement) {
    if (songView.tracks().isEmpty()) {
      throw OperationRefusedException.because(
          "the song has no track", "track add " + Quoting.quoteAlways(reference));
    }
    NameResolver<TrackView> nameResolver =
        NameResolver.of(songView.tracks(), TrackResolver::namesOf, TrackView::tag);
    return new ReferenceArgument(reference, withReplacement).resolveIn(nameResolver, "track");
  }

  private static List<String> namesOf(TrackView trackView) {
    List<String> names = new ArrayList<>(List.of(trackView.title(), trackView.tag()));
    trackView.name().ifPresent(name -> names.add(trackView.id()));
    return names;
  }
}
