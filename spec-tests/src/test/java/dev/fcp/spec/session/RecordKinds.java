package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.JournalRecord;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The kinds of records: the record types, subdivided by components that distinguish kinds. They are
 * found by reflection, so a test that requires all kinds also requires a new one.
 */
final class RecordKinds {

  private RecordKinds() {}

  /** Returns all kinds. */
  static Set<String> all() {
    Set<String> kinds = new TreeSet<>();
    for (Class<?> type : JournalRecord.class.getPermittedSubclasses()) {
      kinds.add(type.getSimpleName());
      addAll(type, type.getSimpleName(), kinds);
    }
    return kinds;
  }

  private static void addAll(Class<?> type, String name, Set<String> kinds) {
    for (RecordComponent component : type.getRecordComponents()) {
      String path = name + "." + component.getName();
      if (component.getType().isEnum()) {
        for (Object constant : component.getType().getEnumConstants()) {
          kinds.add(path + "=" + constant);
        }
      } else if (component.getType().isRecord()) {
        addAll(component.getType(), path, kinds);
      }
    }
  }

  /** Returns the kinds of some records. */
  static Set<String> of(List<JournalRecord> records) {
    Set<String> kinds = new TreeSet<>();
    for (JournalRecord record : records) {
      String name = record.getClass().getSimpleName();
      kinds.add(name);
      addOf(record, name, kinds);
    }
    return kinds;
  }

  private static void addOf(Object record, String name, Set<String> kinds) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      String path = name + "." + component.getName();
      if (component.getType().isEnum()) {
        kinds.add(path + "=" + value(component, record));
      } else if (component.getType().isRecord()) {
        addOf(value(component, record), path, kinds);
      }
    }
  }

  private static Object value(RecordComponent component, Object record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }
}
