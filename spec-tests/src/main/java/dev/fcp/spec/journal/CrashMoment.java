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
    Map<Path, List<Optional<CrashingDisk.Node>>> targets = new TreeMap<>();
    Map<CrashingDisk.Node, UnforcedBytes> files = new LinkedHashMap<>();
    names.forEach((name, nodes) -> {
      targets.put(name, List.copyOf(nodes));
      nodes.stream().flatMap(Optional::stream).forEach(node -> files.put(node, bytes.apply(node)));
    });
    return new CrashMoment(targets, files);
  }

  /**
   * Looks at every state that may be left, or at some of them if there are too many; a state may
   * come twice.
   *
   * @param sectorBytes how much the disk writes as a whole
   * @param maxStates how many states are looked at, of this moment or of a single file
   * @param random says which ones, if there are more; some of those are garbled as well
   * @return whether these were all
   */
  public boolean forEachState(
      int sectorBytes, int maxStates, RandomGenerator random, Consumer<CrashState> action) {
    Map<CrashingDisk.Node, List<FileContent>> contents = new LinkedHashMap<>();
    long count = 1;
    for (Map.Entry<CrashingDisk.Node, UnforcedBytes> file : files.entrySet()) {
      Optional<Set<FileContent>> possible =
          file.getValue().possibleContents(sectorBytes, maxStates);
      contents.put(file.getKey(), List.copyOf(possible.orElse(Set.of())));
      count = Math.min(maxStates + 1L, count * possible.map(Set::size).orElse(maxStates + 1));
    }
    for (List<Optional<CrashingDisk.Node>> targets : names.values()) {
      count = Math.min(maxStates + 1L, count * targets.size());
    }
    if (count > maxStates) {
      for (int i = 0; i < maxStates; i++) {
        action.accept(randomState(random));
      }
      return false;
    }
    chooseNames(new ArrayList<>(names.keySet()), new LinkedHashMap<>(), contents, action);
    return true;
  }

  private void chooseNames(
      List<Path> remainingNames,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> action) {
    if (remainingNames.isEmpty()) {
      chooseContents(
          List.copyOf(new LinkedHashSet<>(chosen.values())),
          chosen,
          new LinkedHashMap<>(),
          contents,
          action);
      return;
    }
    Path name = remainingNames.get(0);
    for (Optional<CrashingDisk.Node> node : names.getOrDefault(name, List.of())) {
      node.ifPresent(target -> chosen.put(name, target));
      chooseNames(remainingNames.subList(1, remainingNames.size()), chosen, contents, action);
      chosen.remove(name);
    }
  }

  private static void chooseContents(
      List<CrashingDisk.Node> remainingNodes,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, FileContent> bytes,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> action) {
    if (remainingNodes.isEmpty()) {
      action.accept(state(chosen, bytes));
      return;
    }
    for (FileContent content : contents.getOrDefault(remainingNodes.get(0), List.of())) {
      bytes.put(remainingNodes.get(0), content);
      chooseContents(
          remainingNodes.subList(1, remainingNodes.size()), chosen, bytes, contents, action);
    }
  }

  private static CrashState state(
      Map<Path, CrashingDisk.Node> chosen, Map<CrashingDisk.Node, FileContent> bytes) {
    Map<Path, FileContent> files = new TreeMap<>();
    chosen.forEach((name, node) -> {
      FileContent content = bytes.get(node);
      if (content == null) {
        throw new IllegalStateException("no bytes for " + name);
      }
      files.put(name, content);
    });
    return new CrashState(files);
  }

  private CrashState randomState(RandomGenerator random) {
    Map<CrashingDisk.Node, FileContent> bytes = new LinkedHashMap<>();
    files.forEach((node, file) -> bytes.put(node, new FileContent(file.randomContent(random))));
    Map<Path, CrashingDisk.Node> chosen = new LinkedHashMap<>();
    names.forEach((name, nodes) ->
        nodes.get(random.nextInt(nodes.size())).ifPresent(node -> chosen.put(name, node)));
    return state(chosen, bytes);
  }
}
