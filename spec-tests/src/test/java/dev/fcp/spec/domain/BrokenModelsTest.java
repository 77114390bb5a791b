package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.BrokenNotesContract.breaks;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.BrokenNotesContract.Broken;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each law about models can fail: it detects a domain that breaks it. */
class BrokenModelsTest {

  private static Broken differing(UnaryOperator<List<NoteEvent>> otherwise) {
    return new Broken() {
      @Override
      public List<NoteEvent> diff(
          EntityModel<NoteKey, NoteEntity> from, EntityModel<NoteKey, NoteEntity> to) {
        return otherwise.apply(new ArrayList<>(super.diff(from, to)));
      }
    };
  }

  @Test
  @Clause("DM-4")
  void a_diff_that_stops_short_is_found() {
    Broken broken =
        differing(events -> events.isEmpty() ? events : events.subList(0, events.size() - 1));
    breaks("DM-4", broken, "a_diff_leads_from_one_model_to_another", 1);
  }

  @Test
  @Clause("DM-4")
  void a_diff_in_the_wrong_order_is_found() {
    Broken broken =
        differing(events -> {
          Collections.reverse(events);
          return events;
        });
    breaks("DM-4", broken, "a_diff_leads_from_one_model_to_another");
  }

  @Test
  @Clause("DM-4")
  void a_diff_of_equal_models_is_found() {
    NoteEvent idle =
        new NoteEvent.NoteModified(
            new Change.Modified<>(NoteKey.board("1"), Value.Fields.EMPTY, Value.Fields.EMPTY));
    Broken broken = differing(events -> events.isEmpty() ? List.of(idle) : events);
    breaks("DM-4", broken, "a_diff_leads_from_one_model_to_another");
  }

  private static Broken digesting(ToLongFunction<EntityModel<NoteKey, NoteEntity>> low) {
    return new Broken() {
      @Override
      public Digest digest(EntityModel<NoteKey, NoteEntity> model) {
        return new Digest(1, "", 0, low.applyAsLong(model));
      }

      @Override
      public Digest digestFromScratch(EntityModel<NoteKey, NoteEntity> model) {
        return digest(model);
      }
    };
  }

  @Test
  @Clause({"DM-6", "DG-2"})
  void a_stale_digest_is_found() {
    var broken =
        new Broken() {
          @Override
          public Digest digest(EntityModel<NoteKey, NoteEntity> model) {
            Digest right = super.digest(model);
            return model.size() < 3 ? right : new Digest(1, right.summary(), 0, right.low());
          }
        };
    breaks("DM-6", broken, "the_digest_follows_every_event");
  }

  @Test
  @Clause({"DM-6", "DG-3"})
  void a_digest_that_only_counts_is_found() {
    breaks("DM-6", digesting(EntityModel::size), "digests_are_equal_exactly_if_the_contents_are");
  }

  @Test
  @Clause({"DM-6", "DG-3"})
  void a_digest_that_does_not_see_order_is_found() {
    ToLongFunction<EntityModel<NoteKey, NoteEntity>> unordered =
        model -> {
          long sum = 0;
          for (Map.Entry<NoteKey, NoteEntity> entry : model.entities()) {
            Value content = model.spec().content(entry.getKey(), entry.getValue());
            sum += (entry.getKey().board() + content).hashCode() * 31L;
          }
          return sum;
        };
    breaks("DM-6", digesting(unordered), "digests_are_equal_exactly_if_the_contents_are");
  }

  @Test
  @Clause({"DM-6", "DG-1"})
  void a_digest_of_order_keys_is_found() {
    breaks(
        "DM-6",
        digesting(model -> model.entities().hashCode()),
        "digests_are_equal_exactly_if_the_contents_are");
  }

  private static Broken formatted(
      UnaryOperator<DocumentFormat<EntityModel<NoteKey, NoteEntity>>> other) {
    return new Broken() {
      @Override
      public DocumentFormat<EntityModel<NoteKey, NoteEntity>> format() {
        return other.apply(super.format());
      }
    };
  }

  /** A format of notes in which a test breaks one direction. */
  private record ModifiedFormat(
      DocumentFormat<EntityModel<NoteKey, NoteEntity>> delegate, Writing writing, Reading reading)
      implements DocumentFormat<EntityModel<NoteKey, NoteEntity>> {

    interface Writing {
      byte[] write(EntityModel<NoteKey, NoteEntity> model, List<Source> sources);
    }

    interface Reading {
      ReadResult<EntityModel<NoteKey, NoteEntity>> read(byte[] bytes);
    }

    @Override
    public List<String> extensions() {
      return delegate.extensions();
    }

    @Override
    public ReadResult<EntityModel<NoteKey, NoteEntity>> read(byte[] bytes) {
      return reading.read(bytes);
    }

    @Override
    public byte[] write(EntityModel<NoteKey, NoteEntity> model, List<Source> sources) {
      return writing.write(model, sources);
    }
  }

  @Test
  @Clause("DM-7")
  void a_format_that_writes_its_source_unchanged_is_found() {
    Broken broken =
        formatted(format ->
            new ModifiedFormat(
                format,
                (model, sources) ->
                    sources.size() == 1 ? sources.get(0).bytes() : format.write(model, sources),
                format::read));
    breaks("DM-7", broken, "a_written_file_reads_as_the_model");
  }

  @Test
  @Clause("DM-7")
  void a_format_that_writes_what_it_cannot_read_is_found() {
    Broken broken =
        formatted(format ->
            new ModifiedFormat(
                format,
                (model, sources) ->
                    (new String(format.write(model, sources), StandardCharsets.UTF_8) + "\n]")
                        .getBytes(StandardCharsets.UTF_8),
                format::read));
    breaks("DM-7", broken, "a_written_file_reads_as_the_model");
  }

  @Test
  @Clause("DM-7")
  void a_format_that_changes_the_spelling_is_found() {
    Broken broken =
        formatted(format ->
            new ModifiedFormat(
                format, (model, sources) -> format.write(model, List.of()), format::read));
    breaks("DM-7", broken, "a_file_that_was_just_read_is_written_byte_for_byte", 0);
  }

  @Test
  @Clause("DM-7")
  void a_format_that_fails_on_damaged_input_is_found() {
    Broken broken =
        formatted(format ->
            new ModifiedFormat(
                format,
                format::write,
                bytes -> {
                  if (format.read(bytes) instanceof ReadResult.Unreadable) {
                    throw new IllegalStateException("damaged");
                  }
                  return format.read(bytes);
                }));
    breaks("DM-7", broken, "a_damaged_file_is_read_or_refused");
  }

  private static Broken decoding(UnaryOperator<EntityModel<NoteKey, NoteEntity>> otherwise) {
    return new Broken() {
      @Override
      public ModelCodec<EntityModel<NoteKey, NoteEntity>> modelCodec() {
        return new ModifiedCodec(super.modelCodec(), otherwise);
      }
    };
  }

  private record ModifiedCodec(
      ModelCodec<EntityModel<NoteKey, NoteEntity>> delegate,
      UnaryOperator<EntityModel<NoteKey, NoteEntity>> decoder)
      implements ModelCodec<EntityModel<NoteKey, NoteEntity>> {

    @Override
    public byte[] encode(EntityModel<NoteKey, NoteEntity> model) {
      return delegate.encode(model);
    }

    @Override
    public EntityModel<NoteKey, NoteEntity> decode(byte[] bytes) {
      try {
        return decoder.apply(delegate.decode(bytes));
      } catch (MalformedValueException e) {
        throw new IllegalStateException("damaged", e);
      }
    }
  }

  @Test
  @Clause("DM-8")
  void a_snapshot_that_loses_something_is_found() {
    Broken broken = decoding(model -> EntityModel.empty(model.spec()));
    breaks("DM-8", broken, "a_model_survives_a_binary_round_trip", 1);
  }

  @Test
  @Clause("DM-8")
  void a_snapshot_codec_that_fails_on_damaged_input_is_found() {
    breaks("DM-8", decoding(UnaryOperator.identity()), "a_model_survives_a_binary_round_trip");
  }
}
