package dev.fcp.eventlog.session;

/**
 * A registration, such as that of a listener. Closing it removes the registration; closing it again
 * does nothing.
 */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  @Override
  void close();
}
