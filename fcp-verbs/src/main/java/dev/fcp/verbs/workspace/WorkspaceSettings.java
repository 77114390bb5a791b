package dev.fcp.verbs.workspace;

import dev.fcp.verbs.run.CallLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;

/**
 * What a workspace takes from the world around it.
 *
 * @param folder where typed paths begin
 * @param limits how much one call may ask for
 * @param clock says whether a step was made today
 * @param zone the zone in which times are shown
 */
public record WorkspaceSettings(
    BaseFolder folder, CallLimits limits, InstantSource clock, ZoneId zone) {

  /** Refuses null. */
  public WorkspaceSettings {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(zone, "zone");
  }

  /** Paths from a folder, standard limits, the clock and zone of the system. */
  public static WorkspaceSettings standard(Path folder) {
    return new WorkspaceSettings(
        BaseFolder.unconfined(folder),
        CallLimits.STANDARD,
        InstantSource.system(),
        ZoneId.systemDefault());
  }
}
