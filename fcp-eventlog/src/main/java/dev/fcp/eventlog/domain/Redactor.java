package dev.fcp.eventlog.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Replaces the texts of a redaction by markers (RD-1). Different texts have different markers,
 * which occur nowhere else, so an event that applied still applies. Used by one thread.
 */
public final class Redactor {

  /** Shorter values of an entity are left in labels, where they would occur by chance. */
  private static final int MIN_LENGTH_IN_PROSE = 3;

  private static final Set<String> EVENT_MEMBERS = Set.of("type", "v");

  private final Redaction redaction;
  private final String marker;

  /** The markers of values of an entity, in the order in which they were found. */
  private final Map<String, String> markers = new LinkedHashMap<>();

  /** Values that the present document contains. */
  private final Set<String> present = new HashSet<>();

  /** Units that are no text: a reference, an order key, or one of a few constants. */
  private final Set<String> kept = new HashSet<>();

  /** Whether the present document is read, and nothing is replaced. */
  private boolean isLearning;

  /**
   * Creates a redactor.
   *
   * @param recordNumber the number of the record of the redaction, which the markers contain
   * @throws IllegalArgumentException if the marker would contain the text
   */
  public Redactor(Redaction redaction, long recordNumber) {
    this.redaction = redaction;
    this.marker = "redacted " + recordNumber;
    if (isIn(mark())) {
      throw new IllegalArgumentException(
          "a marker such as %s would contain the text; redact a longer one that contains it"
              .formatted(mark()));
    }
  }

  /** What takes the place of a text. */
  public String mark() {
    return '[' + marker + ']';
  }

  /** What is redacted. */
  public Redaction redaction() {
    return redaction;
  }

  /**
   * Keeps the values of an entity that the present document contains.
   *
   * @return whether there are some
   */
  public <M> boolean protectPresentValues(Domain<M, ?> domain, M model) {
    isLearning = true;
    try {
      M unchanged = domain.redacted(model, this);
      return !unchanged.equals(model) || !present.isEmpty();
    } finally {
      isLearning = false;
    }
  }

  /** Whether values of a unit are replaced one by one, because they belong to an entity. */
  public boolean isUnit(EntityRef entity, String unit) {
    return !kept.contains(unit)
        && switch (redaction) {
          case Redaction.OfText text -> false;
          case Redaction.OfEntity(var redacted) -> redacted.equals(entity);
          case Redaction.OfField(var redacted, var name) ->
              redacted.equals(entity) && (unit.equals(name) || unit.endsWith('.' + name));
        };
  }

  /**
   * Keeps the values of a unit from now on, because it is no text.
   *
   * @throws IllegalArgumentException if the redaction is of this unit alone
   */
  public void keepUnit(String unit) {
    if (redaction instanceof Redaction.OfField) {
      throw new IllegalArgumentException(redaction + " is no text that could be redacted");
    }
    kept.add(unit);
  }

  /** A value of a unit of an entity. */
  public Value unit(EntityRef entity, String unit, Value value) {
    return isUnit(entity, unit) ? mapped(value, this::ofEntity) : text(value);
  }

  private String ofEntity(String value) {
    if (isLearning) {
      present.add(value);
    }
    return value.isEmpty() || present.contains(value)
        ? value
        : markers.computeIfAbsent(value, own -> "[%s.%d]".formatted(marker, markers.size() + 1));
  }

  /** A value without the text that is redacted, if it is one. */
  public Value text(Value value) {
    return redaction instanceof Redaction.OfText ? mapped(value, this::text) : value;
  }

  private String text(String value) {
    return redaction instanceof Redaction.OfText(var text)
        ? value.replace(escaped(text), mark()).replace(text, mark())
        : value;
  }

  /** Characters of a text of an entity; their number stays. */
  public String characters(EntityRef entity, String unit, String characters) {
    if (isUnit(entity, unit)) {
      return ofEntityCharacters(characters);
    }
    return redaction instanceof Redaction.OfText(var text)
        ? characters.replace(text, blank(text))
        : characters;
  }

  /**
   * Notes a text of which the characters are redacted, because labels quote it as a whole. Does
   * nothing if it belongs to another entity.
   */
  public void noteText(EntityRef entity, String unit, String text) {
    if (!isLearning && isUnit(entity, unit)) {
      String unused = ofEntity(text);
    }
  }

  private String ofEntityCharacters(String characters) {
    if (redaction instanceof Redaction.OfField) {
      throw new IllegalArgumentException(
          redaction + " is edited character by character; redact a text, or the deleted entity");
    }
    if (isLearning) {
      present.add(characters);
      return characters;
    }
    String unused = ofEntity(characters);
    return blank(characters);
  }

  private static String blank(String characters) {
    return "x".repeat(characters.codePointCount(0, characters.length()));
  }

  /** An encoded event of a domain that does not divide its documents into entities. */
  Value.Fields event(Value.Fields event) {
    if (!(redaction instanceof Redaction.OfText)) {
      throw new UnsupportedOperationException(
          "this document is not divided into entities; redact a text");
    }
    Map<String, Value> members = new TreeMap<>(event.fields());
    members.replaceAll((name, value) -> EVENT_MEMBERS.contains(name) ? value : text(value));
    return Value.Fields.of(members);
  }

  /** What a person reads, such as a label: without the text, or the values of the entity. */
  public String prose(String prose) {
    List<String> values = new ArrayList<>(markers.keySet());
    values.removeIf(value -> value.length() < MIN_LENGTH_IN_PROSE);
    values.sort(Comparator.comparingInt(String::length).reversed());
    String redacted = text(prose);
    for (String value : values) {
      String own = markers.getOrDefault(value, "");
      redacted = redacted.replace(escaped(value), own).replace(value, own);
    }
    return redacted;
  }

  /** The form of a text between quotes, in an operation or in JSON. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** Whether a value contains the text that is redacted, as it is or as it is between quotes. */
  public boolean isIn(String value) {
    return redaction instanceof Redaction.OfText(var text)
        && (value.contains(text) || value.contains(escaped(text)));
  }

  /** A value with other texts, and other names of members. */
  public static Value mapped(Value value, UnaryOperator<String> mapper) {
    return switch (value) {
      case Value.Text(var text) -> {
        String mapped = mapper.apply(text);
        yield mapped.equals(text) ? value : Value.of(mapped);
      }
      case Value.Int number -> number;
      case Value.Bool flag -> flag;
      case Value.InMemory object -> object;
      case Value.Sequence(var items) ->
          new Value.Sequence(items.stream().map(item -> mapped(item, mapper)).toList());
      case Value.Fields(var fields) -> {
        Map<String, Value> members = new TreeMap<>();
        fields.forEach((name, member) -> {
          Value before = members.put(mapper.apply(name), mapped(member, mapper));
          if (before != null) {
            throw new IllegalArgumentException(
                "two members would have the name " + mapper.apply(name));
          }
        });
        yield Value.Fields.of(members);
      }
    };
  }
}
