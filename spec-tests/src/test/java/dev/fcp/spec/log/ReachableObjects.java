package dev.fcp.spec.log;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * All objects reachable from an object through fields and array elements, without those inside
 * classes of the Java platform. It shows what would stay in memory without running the garbage
 * collector.
 */
final class ReachableObjects {

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();
  private long slots;

  private ReachableObjects() {}

  static ReachableObjects from(Object root) throws IllegalAccessException {
    ReachableObjects reachable = new ReachableObjects();
    reachable.found(root);
    while (!reachable.open.isEmpty()) {
      reachable.visit(reachable.open.pop());
    }
    return reachable;
  }

  boolean contains(Object object) {
    return seen.contains(object);
  }

  /** Returns the total length of all arrays, used or not. */
  long slots() {
    return slots;
  }

  private void found(Object object) {
    if (object != null && seen.add(object)) {
      open.push(object);
    }
  }

  private void visit(Object object) throws IllegalAccessException {
    if (object.getClass().isArray()) {
      slots += Array.getLength(object);
      if (object instanceof Object[] items) {
        for (Object item : items) {
          found(item);
        }
      }
      return;
    }
    for (Class<?> type = object.getClass(); isOurs(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          found(field.get(object));
        }
      }
    }
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.fcp.");
  }
}
