package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Encodes a model as one line of JSON per entity, in UTF-8:
 *
 * <pre>
 * {"key":...,"units":{...}}
 * </pre>
 */
final class EntityModelCodec<K extends Comparable<? super K>, V>
    implements ModelCodec<EntityModel<K, V>> {

  private final EntitySpec<K, V> spec;

  EntityModelCodec(EntitySpec<K, V> spec) {
    this.spec = spec;
  }

  @Override
  public byte[] encode(EntityModel<K, V> model) {
    StringBuilder lines = new StringBuilder();
    JsonLineWriter writer = new JsonLineWriter();
    for (Map.Entry<K, V> entry : model.entities()) {
      Value.Fields line =
          Value.Fields.of(
              Map.of(
                  "key", spec.encodeKey(entry.getKey()),
                  "units", spec.snapshot(entry.getValue())));
      lines.append(writer.clear().value(line)).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public EntityModel<K, V> decode(byte[] bytes) {
    List<Map.Entry<K, V>> entities = new ArrayList<>();
    text(bytes).lines().forEach(line -> entities.add(entity(ValueJson.read(line).asFields())));
    try {
      return EntityModel.of(spec, entities);
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no model: " + e.getMessage(), e);
    }
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedValueException("no model: " + bytes.length + " bytes, not in UTF-8", e);
    }
  }

  private Map.Entry<K, V> entity(Value.Fields line) {
    K key = spec.decodeKey(line.at("key"));
    try {
      return Map.entry(key, spec.entityOfSnapshot(key, line.at("units").asFields()));
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException(spec.ref(key) + ": " + e.getMessage(), e);
    }
  }
}
