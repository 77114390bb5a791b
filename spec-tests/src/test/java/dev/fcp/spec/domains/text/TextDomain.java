package dev.fcp.spec.domains.text;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.spec.generator.Generator;
import java.util.Optional;

/** A domain with the operations that every domain has to implement, and nothing else. */
public class TextDomain implements Domain<String, TextDomain.Edit> {

  /** Replaces text at an offset. */
  public record Edit(int offset, String removed, String added) {}

  @Override
  public String empty() {
    return "";
  }

  @Override
  public String replay(Edit edit, String text) {
    int end = edit.offset() + edit.removed().length();
    return new StringBuilder(text).replace(edit.offset(), end, edit.added()).toString();
  }

  @Override
  public Edit invert(Edit edit) {
    return new Edit(edit.offset(), edit.added(), edit.removed());
  }

  @Override
  public Optional<Conflict> check(Edit edit, String text) {
    return text.startsWith(edit.removed(), edit.offset())
        ? Optional.empty()
        : Optional.of(Conflict.because("the text differs at offset " + edit.offset()));
  }

  @Override
  public Digest digest(String text) {
    return Digest.of(text.length() + " characters", text);
  }

  /** Edits of a text, some of which do not apply. */
  public static Generator<Edit> randomEdits(String text) {
    return choices -> {
      int offset = choices.upTo(text.length());
      String removed = text.substring(offset, choices.between(offset, text.length()));
      String added = choices.pick(java.util.List.of("a", "bc", ""));
      return new Edit(choices.percent(20) ? offset + 1 : offset, removed, added);
    };
  }
}
