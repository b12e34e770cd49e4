// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import dev.segue.shm.ShmException;
import dev.segue.shm.ShmException.Kind;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.jspecify.annotations.Nullable;

/// One stream of an Aeron channel: what a `Channel` is in shared memory, across hosts.
///
/// A message that is longer than a datagram goes in fragments, and is put together again on the
/// other side. Aeron is reliable and ordered while both ends live; unlike shared memory it keeps
/// nothing for a receiver that comes later, or again: without one, there is no room.
///
/// Aeron needs the JVM flag `--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED`. Any thread may
/// use this object, its senders and receivers one thread at a time each: a call that overlaps one
/// of another thread throws `IllegalStateException` and has no effect.
public final class AeronTransport implements AutoCloseable {

  private final AeronConfig config;
  private final @Nullable MediaDriver driver;
  private final Aeron aeron;
  private final List<Guard> guards = new ArrayList<>();
  private boolean closed;

  private AeronTransport(AeronConfig config, @Nullable MediaDriver driver, Aeron aeron) {
    this.config = config;
    this.driver = driver;
    this.aeron = aeron;
  }

  /// Connects to a media driver, or starts one: it takes some hundred milliseconds. Starting one
  /// deletes what drivers of processes that were killed have left behind.
  ///
  /// @param config how
  /// @return the transport, to be closed
  /// @throws ShmException `SYSTEM` when there is no such media driver, or none can be started
  public static AeronTransport open(AeronConfig config) {
    MediaDriver driver = null;
    try {
      String directory;
      if (config.mediaDriver() == null) {
        driver = MediaDriver.launchEmbedded(driverContext(config));
        directory = driver.aeronDirectoryName();
        DriverDirectories.deleteAbandoned(
            Path.of(directory), DriverDirectories.HEARTBEAT_TIMEOUT_MILLIS);
      } else {
        directory = config.mediaDriver().toString();
      }
      Aeron aeron =
          Aeron.connect(
              new Aeron.Context()
                  .aeronDirectoryName(directory)
                  .idleStrategy(idle())
                  .errorHandler(AeronTransport::report));
      return new AeronTransport(config, driver, aeron);
    } catch (AeronException | IllegalStateException e) {
      if (driver != null) {
        driver.close();
      }
      throw failure("no media driver for " + config.channel(), e);
    }
  }

  private static MediaDriver.Context driverContext(AeronConfig config) {
    return new MediaDriver.Context()
        .aeronDirectoryName(DriverDirectories.newName())
        .threadingMode(ThreadingMode.SHARED)
        .sharedIdleStrategy(idle())
        .ipcTermBufferLength(config.termLengthBytes())
        .publicationTermBufferLength(config.termLengthBytes())
        .termBufferSparseFile(true)
        .dirDeleteOnStart(true)
        .dirDeleteOnShutdown(true)
        .printConfigurationOnStart(false)
        .errorHandler(AeronTransport::report);
  }

  private static BackoffIdleStrategy idle() {
    return new BackoffIdleStrategy(100, 10, 1_000, 100_000);
  }

  private static void report(Throwable e) {
    System.getLogger("dev.segue.aeron").log(System.Logger.Level.WARNING, "Aeron", e);
  }

  /// The directory of the media driver, for those who use the same one.
  ///
  /// @return Aeron's `aeron.dir`
  public String mediaDriverDirectory() {
    return aeron.context().aeronDirectoryName();
  }

  /// A sending end. One thread at a time.
  ///
  /// @return the sender, to be closed
  /// @throws ShmException `SYSTEM` when Aeron refuses the channel
  /// @throws IllegalStateException when the transport is closed
  public synchronized MessageSender sender() {
    requireOpen();
    String channel = config.channel();
    if (!channel.contains("term-length")) {
      channel += (channel.contains("?") ? "|" : "?") + "term-length=" + config.termLengthBytes();
    }
    try {
      ExclusivePublication publication = aeron.addExclusivePublication(channel, config.streamId());
      return new AeronSender(newGuard("the sender of " + channel), channel, publication);
    } catch (AeronException | IllegalArgumentException e) {
      throw failure("no sender for " + channel, e);
    }
  }

  /// A receiving end. One thread at a time.
  ///
  /// @return the receiver, to be closed
  /// @throws ShmException `SYSTEM` when Aeron refuses the channel
  /// @throws IllegalStateException when the transport is closed
  public synchronized MessageReceiver receiver() {
    requireOpen();
    String channel = config.channel();
    try {
      Subscription subscription = aeron.addSubscription(channel, config.streamId());
      return new AeronReceiver(newGuard("the receiver of " + channel), subscription);
    } catch (AeronException | IllegalArgumentException e) {
      throw failure("no receiver for " + channel, e);
    }
  }

  private Guard newGuard(String name) {
    guards.removeIf(Guard::isOver);
    Guard guard = new Guard(name);
    guards.add(guard);
    return guard;
  }

  private void requireOpen() {
    if (closed || aeron.isClosed()) {
      throw new IllegalStateException("the transport is closed: " + config.channel());
    }
  }

  private static ShmException failure(String what, RuntimeException e) {
    return new ShmException(Kind.SYSTEM, what + ": " + e.getMessage(), e);
  }

  /// Ends all senders and receivers, and the media driver if it was started here. Waits for what
  /// they are doing at this moment, the handler of a message too, for Aeron's memory is unmapped
  /// then.
  ///
  /// @throws IllegalStateException from inside a handler of one of its receivers; nothing is closed
  ///   then
  @Override
  public void close() {
    for (Guard guard : closeGuards()) {
      guard.awaitExit();
    }
    aeron.close();
    if (driver != null) {
      driver.close();
    }
  }

  private synchronized List<Guard> closeGuards() {
    if (guards.stream().anyMatch(Guard::isEnteredByThisThread)) {
      throw new IllegalStateException("close from inside a handler: " + config.channel());
    }
    closed = true;
    guards.forEach(Guard::close);
    return List.copyOf(guards);
  }
}
