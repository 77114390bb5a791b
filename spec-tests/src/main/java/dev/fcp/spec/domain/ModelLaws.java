package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;
import static dev.fcp.spec.domain.LawAssertions.requireEqualBytes;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The laws about whole models: diffs, digests, files and snapshots. Each law throws an {@link
 * AssertionError} if it is broken, and returns how many cases it checked.
 */
final class ModelLaws<M, E> {

  /** The input of a law: a history, an unrelated model, and files, some of them damaged. */
  record LawInput<M, E>(RandomHistory<M, E> history, M unrelatedModel, List<byte[]> files) {
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(history.toString());
      text.append("\n  and ").append(unrelatedModel);
      files.forEach(file -> text.append("\n  and ").append(LawAssertions.utf8(file)));
      return text.toString();
    }
  }

  private final Domain<M, E> domain;
  private final ModelView<M> view;

  ModelLaws(Domain<M, E> domain, ModelView<M> view) {
    this.domain = domain;
    this.view = view;
  }

  /** DM-4: a diff leads from one model to another, one applicable event after the other. */
  int diffLeadsToTarget(LawInput<M, E> input) {
    List<M> models = sampleModels(input.history().models());
    models.add(input.unrelatedModel());
    models.add(domain.empty());
    for (M from : models) {
      requireEqual("DM-4", List.of(), domain.diff(from, from), () -> "from a model to itself");
      for (M to : models) {
        requireDiffLeads(from, to);
      }
    }
    return models.size();
  }

  private void requireDiffLeads(M from, M to) {
    List<E> events = domain.diff(from, to);
    M model = from;
    for (E event : events) {
      Optional<Conflict> conflict = domain.check(event, model);
      require("DM-4", conflict.isEmpty(), () -> event + " of " + events + ": " + conflict);
      model = domain.replay(event, model);
    }
    requireEqual("DM-4", view.content(to), view.content(model), () -> "after " + events);
    M end = model;
    require(
        "DM-4",
        domain.digest(to).matches(domain.digest(end)),
        () -> "digest " + domain.digest(end).hex() + " after " + events);
  }

  /** Returns four models of a list, including the first and the last. */
  private List<M> sampleModels(List<M> models) {
    int last = models.size() - 1;
    return new ArrayList<>(
        List.of(models.get(0), models.get(last / 3), models.get(2 * last / 3), models.get(last)));
  }

  /** DM-6: after every event the digest equals one computed from scratch. */
  int digestMatchesFromScratch(RandomHistory<M, E> history) {
    for (M model : history.models()) {
      requireEqual("DM-6", domain.digestFromScratch(model), domain.digest(model), () -> "digest");
    }
    return history.applied().size();
  }

  /** DM-6: models have equal digests if and only if their contents are equal. */
  int digestsDistinguishContents(RandomHistory<M, E> history) {
    List<M> models = history.models();
    List<Object> contents = models.stream().<Object>map(view::content).toList();
    int differences = 0;
    for (int i = 0; i < models.size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean isEqual = contents.get(i).equals(contents.get(j));
        M first = models.get(i);
        M second = models.get(j);
        require(
            "DM-6",
            isEqual == domain.digest(first).matches(domain.digest(second)),
            () ->
                (isEqual
                        ? "equal contents, different digests"
                        : "different contents, equal digests")
                    + "\n  "
                    + view.content(first)
                    + "\n  "
                    + view.content(second));
        differences += isEqual ? 0 : 1;
      }
    }
    return differences;
  }

  /** DM-7: a written file reads as the model, whatever sources were used. */
  int readsWhatWasWritten(LawInput<M, E> input) {
    List<Source> files = input.files().stream().map(Source::of).toList();
    List<M> models = sampleModels(input.history().models());
    for (M model : models) {
      Source ownSource = Source.of(domain.format().write(model, List.of()));
      Source firstSource = Source.of(domain.format().write(models.get(0), files));
      for (List<Source> sources : sourceLists(ownSource, firstSource, files)) {
        byte[] bytes = domain.format().write(model, sources);
        M read = requireReadable(bytes);
        requireEqual(
            "DM-7",
            view.content(model),
            view.content(read),
            () -> "written with " + sources + " as " + LawAssertions.utf8(bytes));
        require(
            "DM-7",
            domain.digest(read).matches(domain.digest(model)),
            () ->
                "different digest after writing with "
                    + sources
                    + " as "
                    + LawAssertions.utf8(bytes));
      }
    }
    return models.size();
  }

  private static List<List<Source>> sourceLists(
      Source ownSource, Source firstSource, List<Source> files) {
    List<Source> allSources = new ArrayList<>(files);
    allSources.add(ownSource);
    allSources.add(firstSource);
    return List.of(
        List.of(),
        List.of(ownSource),
        List.of(firstSource),
        List.of(firstSource, ownSource),
        files,
        allSources);
  }

  private M requireReadable(byte[] bytes) {
    return switch (domain.format().read(bytes)) {
      case ReadResult.Readable<M>(var model, var source) -> model;
      case ReadResult.Unreadable<M> refused ->
          throw new AssertionError(
              "DM-7 is broken: written, but unreadable: "
                  + refused
                  + "\n  "
                  + LawAssertions.utf8(bytes));
    };
  }

  /** DM-7: writing right after reading gives the same bytes. */
  int writesWhatWasRead(LawInput<M, E> input) {
    List<Source> others = input.files().stream().map(Source::of).toList();
    int cases = 0;
    for (byte[] file : input.files()) {
      if (domain.format().read(file) instanceof ReadResult.Readable<M>(var model, var source)) {
        requireEqualBytes("DM-7", file, source.bytes(), () -> "the source of a file");
        requireEqualBytes(
            "DM-7", file, domain.format().write(model, List.of(source)), () -> "written");
        List<Source> allSources = new ArrayList<>(List.of(source));
        allSources.addAll(others);
        requireEqualBytes(
            "DM-7",
            file,
            domain.format().write(model, allSources),
            () -> "written with " + allSources);
        cases++;
      }
    }
    return cases;
  }

  /**
   * DM-7: a file that is truncated anywhere is read or refused, and no other exception is thrown.
   */
  int readsOrRefusesDamage(LawInput<M, E> input) {
    for (byte[] file : input.files()) {
      int step = Math.max(1, file.length / 50);
      for (int length = 0; length < file.length; length += step) {
        requireResult(Arrays.copyOf(file, length));
      }
      requireResult(file);
    }
    return input.files().size();
  }

  private void requireResult(byte[] file) {
    try {
      domain.format().read(file);
    } catch (RuntimeException e) {
      throw new AssertionError("DM-7 is broken: " + e + " for\n  " + LawAssertions.utf8(file), e);
    }
  }

  /** DM-8: a model survives a snapshot with ids and order keys; malformed input is refused. */
  int survivesBinaryRoundTrip(RandomHistory<M, E> history) {
    List<M> models = sampleModels(history.models());
    for (M model : models) {
      byte[] bytes = domain.modelCodec().encode(model);
      M decoded = domain.modelCodec().decode(bytes);
      requireEqual("DM-8", model, decoded, () -> "read back from " + LawAssertions.utf8(bytes));
      requireEqual(
          "DM-8", domain.digest(model), domain.digest(decoded), () -> "digest after reading back");
      requireEqualBytes("DM-8", bytes, domain.modelCodec().encode(decoded), () -> "written again");
      for (int cut = bytes.length - 1; cut > 0; cut -= Math.max(1, bytes.length / 20)) {
        decodeDamaged(Arrays.copyOf(bytes, cut));
      }
    }
    return models.size();
  }

  private void decodeDamaged(byte[] bytes) {
    try {
      domain.modelCodec().decode(bytes);
    } catch (MalformedValueException e) {
      // Expected. Damaged bytes may also decode to a model.
    } catch (RuntimeException e) {
      throw new AssertionError("DM-8 is broken: " + e + " for\n  " + LawAssertions.utf8(bytes), e);
    }
  }
}
