package dev.fcp.eventlog.persistent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PersistentListTest {
  private static final int MANY = 100_000;

  private final PersistentList<Integer> many = PersistentList.copyOf(numbers(0, MANY));

  @Test
  void a_modified_copy_leaves_the_original_unchanged() {
    PersistentList<String> origin = PersistentList.copyOf(List.of("a", "b"));
    assertThat(origin.append("c")).containsExactly("a", "b", "c");
    assertThat(origin.insert(1, "x")).containsExactly("a", "x", "b");
    assertThat(origin.take(1)).containsExactly("a");
    assertThat(origin.drop(1)).containsExactly("b");
    assertThat(origin.concat(origin)).containsExactly("a", "b", "a", "b");
    assertThat(origin).containsExactly("a", "b");
  }

  @Test
  void a_change_without_effect_returns_the_same_list() {
    PersistentList<Integer> list = many.append(1_000_000);
    assertThat(list.take(list.size())).isSameAs(list);
    assertThat(list.drop(0)).isSameAs(list);
    assertThat(list.concat(PersistentList.empty())).isSameAs(list);
    assertThat(PersistentList.<Integer>empty().concat(list)).isSameAs(list);
    assertThat(PersistentList.copyOf(list)).isSameAs(list);
  }

  @Test
  void two_appends_to_one_list_do_not_see_each_other() {
    PersistentList<Integer> one = many.append(-1).append(-2);
    PersistentList<Integer> other = many.append(-3);
    assertThat(one.drop(MANY)).containsExactly(-1, -2);
    assertThat(other.drop(MANY)).containsExactly(-3);
  }

  @Test
  void a_list_grown_by_appends_has_full_leaves() {
    PersistentList<Integer> grown = PersistentList.empty();
    for (int i = 0; i < MANY; i++) {
      grown = grown.append(i);
    }
    assertThat(grown).isEqualTo(many);
    TreeAssertions.assertSoundList(grown.tree());
    long leaves =
        TreeAssertions.nodes(grown.tree()).stream().filter(node -> node.height() == 0).count();
    assertThat(leaves).isEqualTo((MANY - 1) / TreeNode.WIDTH);
  }

  @Test
  void every_list_can_be_split_and_joined_again() {
    for (int index = 0; index <= MANY; index += 1 + index % 7_919) {
      PersistentList<Integer> start = many.take(index);
      PersistentList<Integer> remainder = many.drop(index);
      TreeAssertions.assertSoundList(start.tree());
      TreeAssertions.assertSoundList(remainder.tree());
      assertThat(start).hasSize(index);
      assertThat(start.equals(many.subList(0, index))).isTrue();
      TreeAssertions.assertSoundList(start.concat(remainder).tree());
      assertThat(start.concat(remainder).equals(many)).isTrue();
    }
  }

  @Test
  void splitting_and_joining_create_few_new_nodes_per_level() {
    Set<TreeNode> origin = TreeAssertions.nodes(many.tree());
    for (int index = 1; index < MANY; index += 7_919) {
      PersistentList<Integer> start = many.take(index);
      PersistentList<Integer> remainder = many.drop(index);
      Set<TreeNode> cut = TreeAssertions.nodes(start.tree());
      cut.addAll(TreeAssertions.nodes(remainder.tree()));
      Set<TreeNode> joined = TreeAssertions.nodes(remainder.concat(start).tree());
      joined.removeAll(cut);
      cut.removeAll(origin);
      assertThat(cut.size()).isLessThanOrEqualTo(2 * 3 * 4);
      assertThat(joined.size()).isLessThanOrEqualTo(2 * 4 + 1);
    }
  }

  @Test
  void a_sublist_retains_no_removed_element() {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      elements.add(new Object());
    }
    PersistentList<Object> list = PersistentList.copyOf(elements.subList(0, 4_990));
    for (Object late : elements.subList(4_990, 5_000)) {
      list = list.append(late);
    }
    for (int index : List.of(0, 1, 31, 32, 33, 1_000, 4_989, 4_990, 4_995, 5_000)) {
      assertThat(elementsReachableFrom(list.take(index)))
          .hasSize(index)
          .containsAll(list.subList(0, index));
      assertThat(elementsReachableFrom(list.drop(index))).hasSize(5_000 - index);
    }
  }

  @Test
  void indexes_out_of_bounds_are_refused_and_named() {
    PersistentList<String> list = PersistentList.copyOf(List.of("a", "b"));
    assertOutOfBounds(() -> list.get(2), "2");
    assertOutOfBounds(() -> list.get(-1), "-1");
    assertOutOfBounds(() -> list.insert(3, "c"), "3");
    assertOutOfBounds(() -> list.take(3), "3");
    assertOutOfBounds(() -> list.take(-1), "-1");
    assertOutOfBounds(() -> list.drop(3), "3");
    assertOutOfBounds(() -> PersistentList.empty().get(0), "0");
  }

  @Test
  void nulls_are_refused() {
    PersistentList<String> list = PersistentList.copyOf(List.of("a"));
    assertThatNullPointerException().isThrownBy(() -> list.append(null));
    assertThatNullPointerException().isThrownBy(() -> list.insert(0, null));
    assertThatNullPointerException()
        .isThrownBy(() -> PersistentList.copyOf(Collections.singleton(null)));
  }

  @Test
  void the_java_list_view_is_read_only() {
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> many.add(1));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> many.set(0, 1));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> many.removeFirst());
  }

  @Test
  void an_iterator_covers_tree_and_tail_and_fails_at_the_end() {
    Iterator<Integer> iterator = many.drop(MANY - 1).append(-1).iterator();
    assertThat(iterator.next()).isEqualTo(MANY - 1);
    assertThat(iterator.next()).isEqualTo(-1);
    assertThat(iterator.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
  }

  private static void assertOutOfBounds(Runnable call, String index) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(call::run)
        .withMessageContaining(index);
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().collect(Collectors.toList());
  }

  /** The reachable objects other than lists, nodes and arrays. */
  private static Set<Object> elementsReachableFrom(PersistentList<Object> list) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> open = new ArrayList<>(List.of(list));
    Set<Object> elements = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      Object object = open.removeLast();
      if (!seen.add(object)) {
        continue;
      }
      switch (object) {
        case Object[] array -> Collections.addAll(open, array);
        case PersistentList<?> part -> open.addAll(references(part));
        case TreeNode part -> open.addAll(references(part));
        default -> elements.add(object);
      }
    }
    return elements;
  }

  private static List<Object> references(Object owner) {
    List<Object> references = new ArrayList<>();
    for (Field field : owner.getClass().getDeclaredFields()) {
      if (Object.class.isAssignableFrom(field.getType())
          && !Modifier.isStatic(field.getModifiers())
          && field.getType() != int[].class) {
        references.add(read(field, owner));
      }
    }
    return references;
  }

  private static Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException inaccessible) {
      throw new AssertionError(inaccessible);
    }
  }
}
