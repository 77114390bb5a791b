package dev.fcp.agents;

import java.util.List;

/** The names by which operations find items. */
final class ItemNames {

  private ItemNames() {}

  /** The key, the kind and the name, and the name alone if it is not a number. */
  static List<String> of(String key) {
    String name = ItemSpec.name(key);
    String full = ItemSpec.kind(key) + " " + name;
    return name.matches("[0-9]+") ? List.of(key, full) : List.of(key, full, name);
  }
}
