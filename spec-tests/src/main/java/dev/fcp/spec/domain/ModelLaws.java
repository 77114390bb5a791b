package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.Law.require;
import static dev.fcp.spec.domain.Law.same;
import static dev.fcp.spec.domain.Law.sameBytes;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The laws that speak of whole models: diffs, digests, files and snapshots. Each says by an {@link
 * AssertionError} that it is broken, and answers how many cases it saw.
 */
final class ModelLaws<M, E> {

  /** A walk, a model that has nothing to do with it, and files, some of them damaged. */
  record Setting<M, E>(Walk<M, E> walk, M other, List<byte[]> files) {
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(walk.toString());
      text.append("\n  and ").append(other);
      files.forEach(file -> text.append("\n  and ").append(Law.text(file)));
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
  int differs(Setting<M, E> setting) {
    List<M> models = some(setting.walk().models());
    models.add(setting.other());
    models.add(domain.empty());
    for (M from : models) {
      same("DM-4", List.of(), domain.diff(from, from), () -> "from a model to itself");
      for (M to : models) {
        leads(from, to);
      }
    }
    return models.size();
  }

  private void leads(M from, M to) {
    List<E> events = domain.diff(from, to);
    M model = from;
    for (E event : events) {
      Optional<Conflict> conflict = domain.check(event, model);
      require("DM-4", conflict.isEmpty(), () -> event + " of " + events + ": " + conflict);
      model = domain.replay(event, model);
    }
    same("DM-4", view.content(to), view.content(model), () -> "after " + events);
    M end = model;
    require(
        "DM-4",
        domain.digest(to).matches(domain.digest(end)),
        () -> "digest " + domain.digest(end).hex() + " after " + events);
  }

  /** Four models of a list, the first and the last among them. */
  private List<M> some(List<M> models) {
    int last = models.size() - 1;
    return new ArrayList<>(
        List.of(models.get(0), models.get(last / 3), models.get(2 * last / 3), models.get(last)));
  }

  /** DM-6: the digest follows every event as if it were computed anew. */
  int digestFollows(Walk<M, E> walk) {
    for (M model : walk.models()) {
      same("DM-6", domain.digestFromScratch(model), domain.digest(model), () -> "digest");
    }
    return walk.applied().size();
  }

  /** DM-6: models have equal digests exactly if their contents are equal. */
  int digestsTellApart(Walk<M, E> walk) {
    List<M> models = walk.models();
    List<Object> contents = models.stream().<Object>map(view::content).toList();
    int differences = 0;
    for (int i = 0; i < models.size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean equal = contents.get(i).equals(contents.get(j));
        M one = models.get(i);
        M two = models.get(j);
        require(
            "DM-6",
            equal == domain.digest(one).matches(domain.digest(two)),
            () ->
                (equal ? "equal content, unlike digest" : "unlike content, equal digest")
                    + "\n  "
                    + view.content(one)
                    + "\n  "
                    + view.content(two));
        differences += equal ? 0 : 1;
      }
    }
    return differences;
  }

  /** DM-7: what was written reads as the model, whatever sources were at hand. */
  int readsWhatWasWritten(Setting<M, E> setting) {
    List<Source> files = setting.files().stream().map(Source::of).toList();
    List<M> models = some(setting.walk().models());
    for (M model : models) {
      Source own = Source.of(domain.format().write(model, List.of()));
      Source first = Source.of(domain.format().write(models.get(0), files));
      for (List<Source> sources : lists(own, first, files)) {
        byte[] bytes = domain.format().write(model, sources);
        M read = readable(bytes);
        same(
            "DM-7",
            view.content(model),
            view.content(read),
            () -> "written with " + sources + " as " + Law.text(bytes));
        require(
            "DM-7",
            domain.digest(read).matches(domain.digest(model)),
            () -> "another digest after writing with " + sources + " as " + Law.text(bytes));
      }
    }
    return models.size();
  }

  private static List<List<Source>> lists(Source own, Source first, List<Source> files) {
    List<Source> all = new ArrayList<>(files);
    all.add(own);
    all.add(first);
    return List.of(List.of(), List.of(own), List.of(first), List.of(first, own), files, all);
  }

  private M readable(byte[] bytes) {
    return switch (domain.format().read(bytes)) {
      case ReadResult.Readable<M>(var model, var source) -> model;
      case ReadResult.Unreadable<M> refused ->
          throw new AssertionError(
              "DM-7 is broken: written, but unreadable: " + refused + "\n  " + Law.text(bytes));
    };
  }

  /** DM-7: right after reading a file, writing gives the very same bytes. */
  int writesWhatWasRead(Setting<M, E> setting) {
    List<Source> others = setting.files().stream().map(Source::of).toList();
    int cases = 0;
    for (byte[] file : setting.files()) {
      if (domain.format().read(file) instanceof ReadResult.Readable<M>(var model, var source)) {
        sameBytes("DM-7", file, source.bytes(), () -> "the source of a file");
        sameBytes("DM-7", file, domain.format().write(model, List.of(source)), () -> "written");
        List<Source> all = new ArrayList<>(List.of(source));
        all.addAll(others);
        sameBytes("DM-7", file, domain.format().write(model, all), () -> "written with " + all);
        cases++;
      }
    }
    return cases;
  }

  /** DM-7: a file that is cut off anywhere is read or refused; nothing else happens. */
  int answersDamage(Setting<M, E> setting) {
    for (byte[] file : setting.files()) {
      int step = Math.max(1, file.length / 50);
      for (int length = 0; length < file.length; length += step) {
        answers(Arrays.copyOf(file, length));
      }
      answers(file);
    }
    return setting.files().size();
  }

  private void answers(byte[] file) {
    try {
      domain.format().read(file);
    } catch (RuntimeException e) {
      throw new AssertionError("DM-7 is broken: " + e + " for\n  " + Law.text(file), e);
    }
  }

  /** DM-8: a model comes back with ids and order keys; what is no model is refused. */
  int comesBack(Walk<M, E> walk) {
    List<M> models = some(walk.models());
    for (M model : models) {
      byte[] bytes = domain.modelCodec().encode(model);
      M read = domain.modelCodec().decode(bytes);
      same("DM-8", model, read, () -> "read back from " + Law.text(bytes));
      same("DM-8", domain.digest(model), domain.digest(read), () -> "digest after reading back");
      sameBytes("DM-8", bytes, domain.modelCodec().encode(read), () -> "written again");
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
      // The right answer. Bytes that still are a model may also be read.
    } catch (RuntimeException e) {
      throw new AssertionError("DM-8 is broken: " + e + " for\n  " + Law.text(bytes), e);
    }
  }
}
