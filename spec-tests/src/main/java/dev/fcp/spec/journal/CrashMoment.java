package dev.fcp.spec.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What may be left on a {@link CrashingDisk} whose power is cut at one moment: of the names that
 * were not forced each leads where it led at any time since, and of the writes and cuts that were
 * not forced each is there, is not, or is there in some of its sectors, in any order.
 */
public final class CrashMoment {

  private final Map<Path, List<Optional<CrashingDisk.Node>>> names;
  private final Map<CrashingDisk.Node, UnforcedBytes> files;

  private CrashMoment(
      Map<Path, List<Optional<CrashingDisk.Node>>> names,
      Map<CrashingDisk.Node, UnforcedBytes> files) {
    this.names = names;
    this.files = files;
  }

  static CrashMoment of(
      Map<Path, Set<Optional<CrashingDisk.Node>>> names,
      Function<CrashingDisk.Node, UnforcedBytes> bytes) {
    Map<Path, List<Optional<CrashingDisk.Node>>> leading = new TreeMap<>();
    Map<CrashingDisk.Node, UnforcedBytes> files = new LinkedHashMap<>();
    names.forEach((name, nodes) -> {
      leading.put(name, List.copyOf(nodes));
      nodes.stream().flatMap(Optional::stream).forEach(it -> files.put(it, bytes.apply(it)));
    });
    return new CrashMoment(leading, files);
  }

  /**
   * Looks at every state that may be left, or at some of them if there are too many; a state may
   * come twice.
   *
   * @param sectorBytes how much the disk writes as a whole
   * @param most how many states are looked at, of this moment or of a single file
   * @param chance says which ones, if there are more; some of those are garbled as well
   * @return whether these were all
   */
  public boolean each(
      int sectorBytes, int most, RandomGenerator chance, Consumer<CrashState> look) {
    Map<CrashingDisk.Node, List<FileContent>> contents = new LinkedHashMap<>();
    long count = 1;
    for (Map.Entry<CrashingDisk.Node, UnforcedBytes> file : files.entrySet()) {
      Optional<Set<FileContent>> all = file.getValue().allLeft(sectorBytes, most);
      contents.put(file.getKey(), List.copyOf(all.orElse(Set.of())));
      count = Math.min(most + 1L, count * all.map(Set::size).orElse(most + 1));
    }
    for (List<Optional<CrashingDisk.Node>> nodes : names.values()) {
      count = Math.min(most + 1L, count * nodes.size());
    }
    if (count > most) {
      for (int i = 0; i < most; i++) {
        look.accept(some(chance));
      }
      return false;
    }
    eachName(new ArrayList<>(names.keySet()), new LinkedHashMap<>(), contents, look);
    return true;
  }

  private void eachName(
      List<Path> rest,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> look) {
    if (rest.isEmpty()) {
      eachContent(
          List.copyOf(new LinkedHashSet<>(chosen.values())),
          chosen,
          new LinkedHashMap<>(),
          contents,
          look);
      return;
    }
    Path name = rest.get(0);
    for (Optional<CrashingDisk.Node> node : names.getOrDefault(name, List.of())) {
      node.ifPresent(it -> chosen.put(name, it));
      eachName(rest.subList(1, rest.size()), chosen, contents, look);
      chosen.remove(name);
    }
  }

  private static void eachContent(
      List<CrashingDisk.Node> rest,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, FileContent> bytes,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> look) {
    if (rest.isEmpty()) {
      look.accept(state(chosen, bytes));
      return;
    }
    for (FileContent content : contents.getOrDefault(rest.get(0), List.of())) {
      bytes.put(rest.get(0), content);
      eachContent(rest.subList(1, rest.size()), chosen, bytes, contents, look);
    }
  }

  private static CrashState state(
      Map<Path, CrashingDisk.Node> chosen, Map<CrashingDisk.Node, FileContent> bytes) {
    Map<Path, FileContent> left = new TreeMap<>();
    chosen.forEach((name, node) -> {
      FileContent content = bytes.get(node);
      if (content == null) {
        throw new IllegalStateException("no bytes for " + name);
      }
      left.put(name, content);
    });
    return new CrashState(left);
  }

  private CrashState some(RandomGenerator chance) {
    Map<CrashingDisk.Node, FileContent> bytes = new LinkedHashMap<>();
    files.forEach((node, file) -> bytes.put(node, new FileContent(file.someLeft(chance))));
    Map<Path, CrashingDisk.Node> chosen = new LinkedHashMap<>();
    names.forEach((name, nodes) ->
        nodes.get(chance.nextInt(nodes.size())).ifPresent(node -> chosen.put(name, node)));
    return state(chosen, bytes);
  }
}
