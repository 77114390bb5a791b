package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.Optional;
import java.util.function.BiFunction;

/** The driver of a correct log that does something else in some calls or replies. */
class ModifiedDriver implements Driver {

  /** What a driver does in a call. */
  interface Modification {
    Reply reply(Call call, Driver correct) throws DriverException;
  }

  private final Driver correct =
      new InProcessDriver(
          DriverCapabilities.all("modified", RedoTail.KEEPS).without(Feature.BRIEF_REPLIES),
          NaiveListLog::new);
  private final Modification modification;
  private final BiFunction<Optional<Call>, Reply, Reply> change;

  /**
   * Creates a driver that changes replies.
   *
   * @param change returns the reply to a call, or to the request for a new log
   */
  ModifiedDriver(BiFunction<Optional<Call>, Reply, Reply> change) {
    this((call, driver) -> driver.call(call), change);
  }

  private ModifiedDriver(
      Modification modification, BiFunction<Optional<Call>, Reply, Reply> change) {
    this.modification = modification;
    this.change = change;
  }

  /** Returns a driver that makes other calls than those requested. */
  static ModifiedDriver calling(Modification modification) {
    return new ModifiedDriver(modification, (call, reply) -> reply);
  }

  Driver correct() {
    return correct;
  }

  @Override
  public DriverCapabilities capabilities() throws DriverException {
    return correct.capabilities();
  }

  @Override
  public Reply newLog() throws DriverException {
    return change.apply(Optional.empty(), correct.newLog());
  }

  @Override
  public Reply call(Call call) throws DriverException {
    return change.apply(Optional.of(call), modification.reply(call, correct));
  }

  @Override
  public void close() {}
}
