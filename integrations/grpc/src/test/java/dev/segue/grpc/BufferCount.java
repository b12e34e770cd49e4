// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.LeakPresenceDetector;
import java.time.Duration;

/// Counts Netty's buffers. After a server and its channels are closed, gRPC's threads may still
/// have to release messages.
///
/// Created by Netty; see the flags of the tests in the `pom.xml`.
///
/// @param <T> the resources
@SuppressWarnings("exports") // public for Netty, not for users
public final class BufferCount<T> extends LeakPresenceDetector<T> {

  private static volatile boolean isUsed;
  private static volatile ResourceScope scope = new ResourceScope("tests");
  private static final Duration MOST = Duration.ofMinutes(5);

  /// For Netty, by reflection.
  ///
  /// @param type of the resources
  /// @param interval unused
  @SuppressWarnings({"unused", "StaticAssignmentInConstructor"})
  public BufferCount(Class<?> type, int interval) {
    super(type);
    isUsed = true;
  }

  /// For Netty, by reflection.
  ///
  /// @param type of the resources
  /// @param interval unused
  /// @param maximum unused
  @SuppressWarnings({"unused", "StaticAssignmentInConstructor"})
  public BufferCount(Class<?> type, int interval, long maximum) {
    super(type);
    isUsed = true;
  }

  @Override
  protected ResourceScope currentScope() {
    return scope;
  }

  /// Waits until every buffer is released. Leaked buffers fail only this test, with the places that
  /// allocated them.
  static void awaitNone() throws InterruptedException {
    assertTrue(isUsed, "Netty uses another detector");
    ResourceScope test = scope;
    long end = System.nanoTime() + MOST.toNanos();
    while (test.hasOpenResources() && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    if (test.hasOpenResources()) {
      scope = new ResourceScope("tests");
      test.close(); // throws, with the leaks
    }
  }
}
