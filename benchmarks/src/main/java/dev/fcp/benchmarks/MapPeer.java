package dev.fcp.benchmarks;

import dev.fcp.eventlog.persistent.PersistentMap;
import io.vavr.Tuple;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.organicdesign.fp.collections.ImMap;
import org.organicdesign.fp.collections.ImSortedMap;
import org.organicdesign.fp.collections.PersistentHashMap;
import org.organicdesign.fp.collections.PersistentTreeMap;

/**
 * The maps that {@link PersistentBenchmark} compares; maps are passed as objects. The mutable ones
 * change in place and return themselves.
 */
@SuppressWarnings("unchecked") // each kind gets back only what it built
public enum MapPeer {
  OURS {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      return PersistentMap.ofSorted(Comparator.naturalOrder(), sorted);
    }

    @Override
    public @Nullable Object get(Object map, String key) {
      return ((PersistentMap<String, Object>) map).get(key);
    }

    @Override
    public Object with(Object map, String key, Object value) {
      return ((PersistentMap<String, Object>) map).with(key, value);
    }

    @Override
    public Object without(Object map, String key) {
      return ((PersistentMap<String, Object>) map).without(key);
    }

    @Override
    Iterator<?> from(Object map, String key) {
      return ((PersistentMap<String, Object>) map).from(key).iterator();
    }
  },
  PAGURO_TREE {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      return PersistentTreeMap.of(sorted);
    }

    @Override
    public @Nullable Object get(Object map, String key) {
      return ((ImSortedMap<String, Object>) map).get(key);
    }

    @Override
    public Object with(Object map, String key, Object value) {
      return ((ImSortedMap<String, Object>) map).assoc(key, value);
    }

    @Override
    public Object without(Object map, String key) {
      return ((ImSortedMap<String, Object>) map).without(key);
    }

    @Override
    Iterator<?> from(Object map, String key) {
      return ((ImSortedMap<String, Object>) map).tailMap(key).iterator();
    }
  },
  PAGURO_HASH {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      return PersistentHashMap.of(sorted);
    }

    @Override
    public @Nullable Object get(Object map, String key) {
      return ((ImMap<String, Object>) map).get(key);
    }

    @Override
    public Object with(Object map, String key, Object value) {
      return ((ImMap<String, Object>) map).assoc(key, value);
    }

    @Override
    public Object without(Object map, String key) {
      return ((ImMap<String, Object>) map).without(key);
    }
  },
  VAVR_TREE {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      return io.vavr.collection.TreeMap.ofEntries(sorted.stream().map(Tuple::fromEntry).toList());
    }

    @Override
    public @Nullable Object get(Object map, String key) {
      return ((io.vavr.collection.Map<String, Object>) map).get(key).get();
    }

    @Override
    public Object with(Object map, String key, Object value) {
      return ((io.vavr.collection.Map<String, Object>) map).put(key, value);
    }

    @Override
    public Object without(Object map, String key) {
      return ((io.vavr.collection.Map<String, Object>) map).remove(key);
    }
  },
  VAVR_HASH {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      return io.vavr.collection.HashMap.ofEntries(sorted.stream().map(Tuple::fromEntry).toList());
    }

    @Override
    public @Nullable Object get(Object map, String key) {
      return ((io.vavr.collection.Map<String, Object>) map).get(key).get();
    }

    @Override
    public Object with(Object map, String key, Object value) {
      return ((io.vavr.collection.Map<String, Object>) map).put(key, value);
    }

    @Override
    public Object without(Object map, String key) {
      return ((io.vavr.collection.Map<String, Object>) map).remove(key);
    }
  },
  JDK_HASH {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      Map<String, Object> map = new HashMap<>();
      sorted.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
      return map;
    }
  },
  JDK_TREE {
    @Override
    public Object build(List<Map.Entry<String, Object>> sorted) {
      Map<String, Object> map = new TreeMap<>();
      sorted.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
      return map;
    }

    @Override
    Iterator<?> from(Object map, String key) {
      return ((TreeMap<String, Object>) map).tailMap(key).entrySet().iterator();
    }
  };

  /** Builds a map of the given entries. */
  public abstract Object build(List<Map.Entry<String, Object>> sorted);

  public @Nullable Object get(Object map, String key) {
    return ((Map<String, Object>) map).get(key);
  }

  public Object with(Object map, String key, Object value) {
    ((Map<String, Object>) map).put(key, value);
    return map;
  }

  public Object without(Object map, String key) {
    ((Map<String, Object>) map).remove(key);
    return map;
  }

  /** Iterates over the entries from a key on. */
  Iterator<?> from(Object map, String key) {
    throw new UnsupportedOperationException(this + " finds no range by its first key");
  }
}
