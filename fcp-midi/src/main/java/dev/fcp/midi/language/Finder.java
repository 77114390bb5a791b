package dev.fcp.midi.language;

import dev.fcp.verbs.form.Naming;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds what an operation refers to: tracks by name, by number or by id, other things by id, which
 * has a {@code #} before it. What is unknown or ambiguous ends the operation with the nearest name
 * or the candidates.
 */
final class Finder {

  private Finder() {}

  /** The track that a word of an operation refers to. */
  static Part part(Score score, ParsedOp op, int word) {
    return part(score, op.words().get(word), better -> op.withWord(word, better));
  }

  /** The track that the parameter of an operation refers to, else the first one. */
  static Part partOrFirst(Score score, ParsedOp op) {
    return Arguments.TRACK
        .of(op)
        .map(name -> part(score, name, better -> op.withParam(Arguments.TRACK.key(), better)))
        .or(() -> score.parts().stream().findFirst())
        .orElseThrow(() -> NotDone.because("the song has no track", "track add \"Track 1\""));
  }

  /** The track of a reference. */
  static Part part(Score score, String reference, Function<String, ParsedOp> repaired) {
    if (score.parts().isEmpty()) {
      throw NotDone.because("the song has no track", "track add " + Quoting.quoted(reference));
    }
    References<Part> references = References.of(score.parts(), Finder::names, Part::tag);
    return new Naming(reference, repaired).in(references, "track");
  }

  private static List<String> names(Part part) {
    List<String> names = new ArrayList<>(List.of(part.title(), part.tag()));
    part.name().ifPresent(name -> names.add(part.id()));
    return names;
  }
}
