package dev.fcp.benchmarks;

import dev.fcp.eventlog.persistent.PersistentList;
import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.List;
import org.organicdesign.fp.collections.RrbTree;
import org.organicdesign.fp.collections.RrbTree.ImRrbt;

/** The lists that {@link PersistentBenchmark} compares; lists are passed as objects. */
@SuppressWarnings("unchecked") // each kind gets back only what it built
public enum ListPeer {
  OURS {
    @Override
    Object build(List<Object> elements) {
      return PersistentList.copyOf(elements);
    }

    @Override
    Object append(Object list, Object element) {
      return ((PersistentList<Object>) list).append(element);
    }

    @Override
    Object get(Object list, int index) {
      return ((PersistentList<Object>) list).get(index);
    }

    @Override
    Object take(Object list, int count) {
      return ((PersistentList<Object>) list).take(count);
    }

    @Override
    Object drop(Object list, int count) {
      return ((PersistentList<Object>) list).drop(count);
    }

    @Override
    Object insert(Object list, int index, Object element) {
      return ((PersistentList<Object>) list).insert(index, element);
    }

    @Override
    Object concat(Object list, Object other) {
      return ((PersistentList<Object>) list).concat((PersistentList<Object>) other);
    }
  },
  PAGURO_RRB {
    @Override
    Object build(List<Object> elements) {
      return RrbTree.<Object>emptyMutable().concat(elements).immutable();
    }

    @Override
    Object append(Object list, Object element) {
      return ((ImRrbt<Object>) list).append(element);
    }

    @Override
    Object get(Object list, int index) {
      return ((ImRrbt<Object>) list).get(index);
    }

    @Override
    Object take(Object list, int count) {
      return ((ImRrbt<Object>) list).split(count)._1();
    }

    @Override
    Object drop(Object list, int count) {
      return ((ImRrbt<Object>) list).split(count)._2();
    }

    @Override
    Object insert(Object list, int index, Object element) {
      return ((ImRrbt<Object>) list).insert(index, element);
    }

    @Override
    Object concat(Object list, Object other) {
      return ((ImRrbt<Object>) list).join((ImRrbt<Object>) other);
    }
  },
  VAVR_VECTOR {
    @Override
    Object build(List<Object> elements) {
      return Vector.ofAll(elements);
    }

    @Override
    Object append(Object list, Object element) {
      return ((Vector<Object>) list).append(element);
    }

    @Override
    Object get(Object list, int index) {
      return ((Vector<Object>) list).get(index);
    }

    @Override
    Object take(Object list, int count) {
      return ((Vector<Object>) list).take(count);
    }

    @Override
    Object drop(Object list, int count) {
      return ((Vector<Object>) list).drop(count);
    }

    @Override
    Object insert(Object list, int index, Object element) {
      return ((Vector<Object>) list).insert(index, element);
    }

    @Override
    Object concat(Object list, Object other) {
      return ((Vector<Object>) list).appendAll((Vector<Object>) other);
    }
  },
  JDK_ARRAY {
    @Override
    Object build(List<Object> elements) {
      return new ArrayList<>(elements);
    }

    @Override
    Object append(Object list, Object element) {
      ((List<Object>) list).add(element);
      return list;
    }

    @Override
    Object get(Object list, int index) {
      return ((List<Object>) list).get(index);
    }

    @Override
    Object backTo(Object origin, Object grown) {
      List<Object> list = (List<Object>) grown;
      list.subList(1_000_000, list.size()).clear();
      return list;
    }
  };

  /** Builds a list of the given elements. */
  abstract Object build(List<Object> elements);

  abstract Object append(Object list, Object element);

  abstract Object get(Object list, int index);

  Object take(Object list, int count) {
    throw unsupported("take");
  }

  Object drop(Object list, int count) {
    throw unsupported("drop");
  }

  Object insert(Object list, int index, Object element) {
    throw unsupported("insert");
  }

  Object concat(Object list, Object other) {
    throw unsupported("concat");
  }

  /** Returns the list before it grew; only a mutable list has to restore it. */
  Object backTo(Object origin, Object grown) {
    return origin;
  }

  private UnsupportedOperationException unsupported(String operation) {
    return new UnsupportedOperationException(this + " is mutable: no " + operation + " of a copy");
  }
}
