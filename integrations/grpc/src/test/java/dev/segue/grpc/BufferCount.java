// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.util.LeakPresenceDetector;
import java.time.Duration;

/// Counts Netty's buffers. After a server and its channels are closed, threads of gRPC may still be
/// about to release messages.
///
/// Netty creates it, see the flags of the tests in the `pom.xml`.
///
/// @param <T> the resources
@SuppressWarnings("exports") // public for Netty, not for users
public final class BufferCount<T> extends LeakPresenceDetector<T> {

  private static final ResourceScope ALL = new ResourceScope("tests");
  private static final Duration MOST = Duration.ofSeconds(10);

  /// For Netty, by reflection.
  ///
  /// @param type of the resources
  /// @param interval unused
  @SuppressWarnings("unused")
  public BufferCount(Class<?> type, int interval) {
    super(type);
  }

  /// For Netty, by reflection.
  ///
  /// @param type of the resources
  /// @param interval unused
  /// @param maximum unused
  @SuppressWarnings("unused")
  public BufferCount(Class<?> type, int interval, long maximum) {
    super(type);
  }

  @Override
  protected ResourceScope currentScope() {
    return ALL;
  }

  /// Waits until every buffer is released.
  static void awaitNone() throws InterruptedException {
    long end = System.nanoTime() + MOST.toNanos();
    while (ALL.hasOpenResources() && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertFalse(ALL.hasOpenResources(), "buffers are left");
    check(); // fails if Netty uses another detector
  }
}
