package dev.fcp.midi.language;

import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Resolves references to tracks: a name, a number, or an id with a {@code #} prefix. If a reference
 * is unknown or ambiguous, the operation is refused with the nearest name or the candidates.
 */
final class TrackResolver {

  private TrackResolver() {}

  /** Resolves a word of an operation to a track. */
  static TrackView resolve(SongView songView, ParsedOperation op, int positional) {
    return resolve(
        songView, op.words().get(positional), replacement -> op.withWord(positional, replacement));
  }

  /** Resolves the track parameter of an operation; the first track if it is absent. */
  static TrackView resolveOrFirst(SongView songView, ParsedOperation op) {
    return SongParams.TRACK
        .valueIn(op)
        .map(name ->
            resolve(
                songView, name, replacement -> op.withParam(SongParams.TRACK.key(), replacement)))
        .or(() -> songView.tracks().stream().findFirst())
        .orElseThrow(() -> OperationRefusedException.because("the song has no track"));
  }

  /** Resolves a reference to a track. */
  static TrackView resolve(
      SongView songView, String reference, Function<String, ParsedOperation> withReplacement) {
    if (songView.tracks().isEmpty()) {
      throw OperationRefusedException.because("the song has no track");
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
