package dev.fcp.verbs.workspace;

import dev.fcp.verbs.run.CallLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;

/**
 * The settings of a workspace.
 *
 * @param folder the folder against which typed paths are resolved
 * @param limits the limits of one call
 * @param clock the clock for relative times, such as "2h ago" and "today"
 * @param zone the zone in which times are shown
 */
public record WorkspaceSettings(
    BaseFolder folder, CallLimits limits, InstantSource clock, ZoneId zone) {

  public WorkspaceSettings {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(zone, "zone");
  }

  /**
   * Settings with an unconfined folder, the standard limits, and the clock and time zone of the
   * system.
   */
  public static WorkspaceSettings standard(Path folder) {
    return new WorkspaceSettings(
        BaseFolder.unconfined(folder),
        CallLimits.STANDARD,
        InstantSource.system(),
        ZoneId.systemDefault());
  }

  /** These settings with other limits. */
  public WorkspaceSettings withLimits(CallLimits limits) {
    return new WorkspaceSettings(folder, limits, clock, zone);
  }
}
