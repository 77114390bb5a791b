package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.session.SessionState;
import java.util.Optional;

/** Writes a state of a document as the bytes of its file. */
record DocumentWriter<M, E>(Domain<M, E> domain) {

  /**
   * The bytes of a state.
   *
   * @throws IllegalStateException if the format cannot read the state back from them
   */
  Source write(SessionState<M, E> state) {
    return damagedSource(state).orElseGet(() -> format(state));
  }

  private Source format(SessionState<M, E> state) {
    Source written = Source.of(domain.format().write(state.model(), state.sourcesForWriting()));
    requireFaithful(state, written);
    return written;
  }

  /** The original bytes of a damaged file, if the cursor is before its repair (SE-20). */
  private Optional<Source> damagedSource(SessionState<M, E> state) {
    return state
        .baseSource()
        .filter(text -> domain.format().read(text.bytes()) instanceof ReadResult.Unreadable<M>);
  }

  /** Verifies, before the file is replaced, that reading the bytes gives the same state. */
  private void requireFaithful(SessionState<M, E> state, Source written) {
    String finding =
        switch (domain.format().read(written.bytes())) {
          case ReadResult.Readable<M>(var model, var source) ->
              difference(state.digest(), domain.digestFromScratch(model));
          case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
              "what was written cannot be read at byte %d: %s".formatted(offsetBytes, reason);
        };
    if (!finding.isEmpty()) {
      throw new IllegalStateException(
          "the %s format has a fault, please report it: %s; the file is as it was"
              .formatted(domain.name(), finding));
    }
  }

  private static String difference(Digest expected, Digest found) {
    return expected.matches(found)
        ? ""
        : "the document is %s %s, what was written is %s %s"
            .formatted(expected.summary(), expected.hex(), found.summary(), found.hex());
  }
}
