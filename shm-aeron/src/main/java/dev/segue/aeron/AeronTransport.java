// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.agrona.LangUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.jspecify.annotations.Nullable;

/// A message transport over Aeron: one stream of an Aeron channel, with the same senders and
/// receivers as in shared memory, to exchange messages with other hosts.
///
/// Messages longer than a datagram are sent in fragments and reassembled by the receiver. Aeron is
/// reliable and ordered while both ends are alive. Unlike a channel in shared memory, it keeps no
/// messages for a receiver that joins later or rejoins: without a receiver, there is no room.
///
/// Aeron needs the JVM flag `--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED`. Any thread may
/// use this object; each of its senders and receivers is for one thread at a time: a call that
/// overlaps a call of another thread throws `IllegalStateException` and has no effect.
public final class AeronTransport implements AutoCloseable {

  /// Connects to the media driver in a directory.
  @FunctionalInterface
  interface Connector {
    Aeron connect(String directory);
  }

  /// A sender or receiver: its guard and its Aeron resource.
  private record Endpoint(Guard guard, AutoCloseable resource) {}

  private static final int DEFAULT_TERM_LENGTH = 0;

  private final String channel;
  private final int streamId;
  private final int termLength;
  private final Aeron aeron;
  private final List<AutoCloseable> owned;
  private final List<Endpoint> endpoints = new ArrayList<>();
  private boolean closed;

  /// @param termLength the length of the senders' terms, or zero for Aeron's setting
  /// @param owned the resources to close with this transport, in this order
  AeronTransport(
      String channel, int streamId, int termLength, Aeron aeron, List<AutoCloseable> owned) {
    this.channel = channel;
    this.streamId = streamId;
    this.termLength = termLength;
    this.aeron = aeron;
    this.owned = owned;
  }

  /// Connects to a media driver, or starts one, which takes a few hundred milliseconds. Starting a
  /// driver also deletes leftover files from media drivers of killed processes.
  ///
  /// @param config the settings of the transport
  /// @return the transport, to be closed
  /// @throws TransportException `IO_ERROR` if the media driver cannot be reached or started
  public static AeronTransport open(AeronConfig config) {
    return open(config, AeronTransport::connect);
  }

  /// Opens a transport with another way to connect. Leaves no media driver running when it fails.
  static AeronTransport open(AeronConfig config, Connector connector) {
    @Nullable MediaDriver driver = null;
    @Nullable Aeron aeron = null;
    try {
      Path directory = config.aeronDirectory();
      if (directory == null) {
        driver = MediaDriver.launchEmbedded(driverContext(config));
        directory = Path.of(driver.aeronDirectoryName());
        DriverDirectories.deleteAbandoned(directory, DriverDirectories.HEARTBEAT_TIMEOUT_MILLIS);
      }
      aeron = connector.connect(directory.toString());
      return new AeronTransport(
          config.channel(),
          config.streamId(),
          config.termLength(),
          aeron,
          driver == null ? List.of(aeron) : List.of(aeron, driver));
    } catch (RuntimeException | Error e) {
      closeAfter(e, aeron);
      closeAfter(e, driver);
      if (e instanceof RuntimeException failure) {
        throw failure("cannot connect to or start a media driver for " + config.channel(), failure);
      }
      throw e;
    }
  }

  /// Uses an Aeron client that the caller owns, and must close after this transport.
  ///
  /// Closing the transport closes its senders and receivers, but not the client. The client, its
  /// media driver and the channel URI determine term length, idle strategy and error handling.
  ///
  /// @param aeron the client; it must stay open while a sender or receiver is in use
  /// @param channel Aeron's channel URI, such as `aeron:udp?endpoint=host:port` or `aeron:ipc`
  /// @param streamId the stream within the channel, the same at both ends
  /// @return the transport, to be closed
  public static AeronTransport of(Aeron aeron, String channel, int streamId) {
    return new AeronTransport(
        Objects.requireNonNull(channel, "channel"),
        streamId,
        DEFAULT_TERM_LENGTH,
        Objects.requireNonNull(aeron, "aeron"),
        List.of());
  }

  private static Aeron connect(String directory) {
    return Aeron.connect(
        new Aeron.Context()
            .aeronDirectoryName(directory)
            .idleStrategy(idle())
            .errorHandler(AeronTransport::report));
  }

  private static MediaDriver.Context driverContext(AeronConfig config) {
    return new MediaDriver.Context()
        .aeronDirectoryName(DriverDirectories.newName())
        .threadingMode(ThreadingMode.SHARED)
        .sharedIdleStrategy(idle())
        .ipcTermBufferLength(config.termLength())
        .publicationTermBufferLength(config.termLength())
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

  /// The directory of the media driver, to which other clients can connect.
  ///
  /// @return Aeron's `aeron.dir`
  public Path aeronDirectory() {
    return Path.of(aeron.context().aeronDirectoryName());
  }

  /// Adds a sender to the stream.
  ///
  /// @return the sender, to be closed; for one thread at a time
  /// @throws TransportException `IO_ERROR` if Aeron refuses the channel
  /// @throws IllegalStateException if the transport is closed
  public synchronized MessageSender addSender() {
    requireOpen();
    String uri = senderUri();
    try {
      ExclusivePublication publication = aeron.addExclusivePublication(uri, streamId);
      String name = "the sender of " + uri;
      return addEndpoint(name, publication, guard -> new AeronSender(guard, uri, publication));
    } catch (AeronException | IllegalArgumentException e) {
      throw failure("cannot add a sender for " + uri, e);
    }
  }

  private String senderUri() {
    return termLength == DEFAULT_TERM_LENGTH || channel.contains("term-length")
        ? channel
        : channel + (channel.contains("?") ? "|" : "?") + "term-length=" + termLength;
  }

  /// Adds a receiver to the stream.
  ///
  /// @return the receiver, to be closed; for one thread at a time
  /// @throws TransportException `IO_ERROR` if Aeron refuses the channel
  /// @throws IllegalStateException if the transport is closed
  public synchronized MessageReceiver addReceiver() {
    requireOpen();
    try {
      Subscription subscription = aeron.addSubscription(channel, streamId);
      String name = "the receiver of " + channel;
      return addEndpoint(name, subscription, guard -> new AeronReceiver(guard, subscription));
    } catch (AeronException | IllegalArgumentException e) {
      throw failure("cannot add a receiver for " + channel, e);
    }
  }

  /// Adds a sender or receiver. Closes its resource if it cannot be created.
  <T> T addEndpoint(String name, AutoCloseable resource, Function<Guard, T> factory) {
    try {
      endpoints.removeIf(endpoint -> endpoint.guard().isOver());
      Guard guard = new Guard(name);
      T created = factory.apply(guard);
      endpoints.add(new Endpoint(guard, resource));
      return created;
    } catch (RuntimeException | Error e) {
      closeAfter(e, resource);
      throw e;
    }
  }

  private void requireOpen() {
    if (closed || aeron.isClosed()) {
      throw new IllegalStateException("the transport is closed: " + channel);
    }
  }

  private static TransportException failure(String what, RuntimeException e) {
    return new TransportException(Kind.IO_ERROR, what + ": " + e.getMessage(), e);
  }

  /// Closes all senders and receivers, and the Aeron client and media driver that the transport has
  /// started. Waits for calls in progress, including message handlers, because Aeron's memory is
  /// unmapped afterwards. Closing a second time has no effect.
  ///
  /// @throws IllegalStateException if called by a handler of one of its receivers; in this case,
  ///   nothing is closed
  @Override
  public void close() {
    List<Endpoint> closing = closeGuards();
    for (Endpoint endpoint : closing) {
      endpoint.guard().awaitExit();
    }
    List<AutoCloseable> resources = new ArrayList<>();
    if (owned.isEmpty()) { // Its own client closes its resources itself.
      closing.forEach(endpoint -> resources.add(endpoint.resource()));
    }
    resources.addAll(owned);
    closeAll(resources);
  }

  /// Closes a resource after a failure. A failure to close it becomes a suppressed exception of the
  /// first failure.
  private static void closeAfter(Throwable failure, @Nullable AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception | Error e) {
      if (!e.equals(failure)) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Closes each resource, even after closing another one has failed. Then throws the first
  /// failure, with the others as suppressed exceptions.
  private static void closeAll(List<AutoCloseable> resources) {
    @Nullable Throwable first = null;
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      LangUtil.rethrowUnchecked(first);
    }
  }

  private synchronized List<Endpoint> closeGuards() {
    if (endpoints.stream().anyMatch(endpoint -> endpoint.guard().isEnteredByThisThread())) {
      throw new IllegalStateException(
          "a handler must not close the transport of its receiver: " + channel);
    }
    closed = true;
    endpoints.forEach(endpoint -> endpoint.guard().close());
    return List.copyOf(endpoints);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "Aeron transport of %s, stream %d, in %s".formatted(channel, streamId, aeronDirectory());
  }
}
