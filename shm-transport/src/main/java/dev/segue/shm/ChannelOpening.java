// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Cleanup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Opens channels that other processes may create or delete at the same time.
final class ChannelOpening {

  private static final int OPEN_OR_CREATE_ATTEMPTS = 100;
  private static final long FIRST_PARK_NANOS = 500_000;
  private static final long LONGEST_PARK_NANOS = 20_000_000;

  private ChannelOpening() {}

  /// Opens a channel, or creates it, even if other processes create and delete it meanwhile.
  static Channel openOrCreate(Path path, ChannelConfig config) {
    for (int attempt = 1; ; attempt++) {
      try {
        return openAs(path, config);
      } catch (TransportException e) {
        if (e.kind() != Kind.NOT_FOUND || attempt == OPEN_OR_CREATE_ATTEMPTS) {
          throw e;
        }
      }
      try {
        return Channel.create(path, config);
      } catch (TransportException e) {
        // The channel exists by now, or was deleted again before it was open.
        boolean mayBeOpened =
            e.kind() == Kind.ALREADY_EXISTS || (e.kind() == Kind.NOT_FOUND && hasParent(path));
        if (!mayBeOpened) {
          throw e;
        }
      }
    }
  }

  private static boolean hasParent(Path path) {
    @Nullable Path parent = path.toAbsolutePath().getParent();
    return parent != null && Files.isDirectory(parent);
  }

  private static Channel openAs(Path path, ChannelConfig config) {
    Channel channel = Channel.openAs(path, config.group().orElse(null));
    try {
      requireMatch(path, channel.config(), config);
      return channel;
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, channel::close);
      throw e;
    }
  }

  private static void requireMatch(Path path, ChannelConfig found, ChannelConfig config) {
    if (found.topology() != config.topology()) {
      throw mismatch(path, "topology " + found.topology(), config.topology().toString());
    }
    if (found.laneCapacity() < config.laneCapacity()) {
      throw mismatch(
          path,
          "a lane capacity of %d bytes".formatted(found.laneCapacity()),
          Long.toString(config.laneCapacity()));
    }
  }

  private static TransportException mismatch(Path path, String found, String asked) {
    return new TransportException(
        Kind.INCOMPATIBLE,
        "%s exists with %s, but %s was requested: open it as it is, or unlink it"
            .formatted(path, found, asked));
  }

  /// Opens a channel as soon as it exists.
  ///
  /// @param group the group that shares it, or null
  static Channel awaitOpen(Path path, Duration timeout, @Nullable String group) {
    long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout); // At most 292 years.
    long start = System.nanoTime();
    for (long park = FIRST_PARK_NANOS; ; park = Math.min(2 * park, LONGEST_PARK_NANOS)) {
      try {
        return Channel.openAs(path, group);
      } catch (TransportException e) {
        long left = timeoutNanos - (System.nanoTime() - start);
        if (e.kind() != Kind.NOT_FOUND) {
          throw e;
        }
        if (left <= 0) {
          throw new TransportException(
              Kind.TIMEOUT,
              "no channel at %s after %s: check that the process that creates it is running and uses this path"
                  .formatted(path, DurationText.of(timeout)),
              e);
        }
        LockSupport.parkNanos(Math.min(park, left));
        if (Thread.currentThread().isInterrupted()) {
          throw new TransportException(
              Kind.INTERRUPTED, "interrupted while waiting for a channel at " + path, e);
        }
      }
    }
  }
}
