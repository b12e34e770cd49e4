// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import dev.segue.shm.TransportException;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class AeronTransportTest {

  @Test
  void usesAnExternalMediaDriver() {
    AeronConfig config = AeronConfig.of("aeron:ipc").withTermLength(1 << 20);
    try (AeronTransport first = AeronTransport.open(config);
        AeronTransport second =
            AeronTransport.open(config.withAeronDirectory(first.aeronDirectory()));
        MessageSender sender = first.addSender();
        MessageReceiver receiver = second.addReceiver()) {
      assertTrue(sender.toString().startsWith("Aeron sender to aeron:ipc"), sender::toString);
      assertTrue(
          receiver.toString().startsWith("Aeron receiver from aeron:ipc"), receiver::toString);
      while (!sender.offer(MemorySegment.ofArray(new byte[] {1, 2, 3}))) {
        LockSupport.parkNanos(100_000);
      }
      int received = 0;
      while (received == 0) {
        received = receiver.poll(message -> assertEquals(3, message.byteSize()), 10);
      }
    }
  }

  @Test
  void closeLeavesNoFiles() {
    AeronTransport transport =
        AeronTransport.open(AeronConfig.of("aeron:ipc").withTermLength(1 << 16));
    Path directory = transport.aeronDirectory();
    assertTrue(Files.exists(directory));
    transport.close();
    assertFalse(Files.exists(directory));
    assertThrows(IllegalStateException.class, transport::addSender);
    assertThrows(IllegalStateException.class, transport::addReceiver);
  }

  @Test
  void invalidChannelIsReported() {
    try (AeronTransport transport = AeronTransport.open(AeronConfig.of("aeron:pigeon"))) {
      TransportException e = assertThrows(TransportException.class, transport::addSender);
      assertEquals(TransportException.Kind.IO_ERROR, e.kind());
      assertEquals(
          TransportException.Kind.IO_ERROR,
          assertThrows(TransportException.class, transport::addReceiver).kind());
    }
  }

  @Test
  void missingMediaDriverIsReported(@TempDir Path directory) {
    AeronConfig config = AeronConfig.of("aeron:ipc").withAeronDirectory(directory.resolve("none"));
    TransportException e =
        assertThrows(
            TransportException.class,
            () -> AeronTransport.open(config, AeronTransportTest::connectSoon));
    assertEquals(TransportException.Kind.IO_ERROR, e.kind());
  }

  /// Shortens the timeout: by default, a client waits ten seconds for a media driver.
  private static Aeron connectSoon(String directory) {
    return Aeron.connect(new Aeron.Context().aeronDirectoryName(directory).driverTimeoutMs(200));
  }

  /// Applies to exceptions and errors alike.
  @Test
  void failedConnectLeavesNoMediaDriver() {
    AeronConfig config = AeronConfig.of("aeron:ipc").withTermLength(1 << 16);
    List<Path> started = new ArrayList<>();
    TransportException e =
        assertThrows(
            TransportException.class,
            () -> AeronTransport.open(config, directory -> failing(started, directory)));
    assertEquals(TransportException.Kind.IO_ERROR, e.kind());
    assertTrue(String.valueOf(e.getMessage()).contains("no space"), e::toString);
    assertFalse(Files.exists(started.getFirst()));

    started.clear();
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    assertSame(
        error,
        assertThrows(
            OutOfMemoryError.class,
            () ->
                AeronTransport.open(
                    config,
                    directory -> {
                      started.add(Path.of(directory));
                      throw error;
                    })));
    assertFalse(Files.exists(started.getFirst()));
  }

  private static Aeron failing(List<Path> started, String directory) {
    started.add(Path.of(directory));
    assertTrue(Files.exists(started.getFirst()));
    throw new UncheckedIOException(new IOException("no space"));
  }

  @Test
  void failedEndpointCreationClosesItsResource() {
    try (AeronTransport transport =
        AeronTransport.open(AeronConfig.of("aeron:ipc").withTermLength(1 << 16))) {
      List<String> closed = new ArrayList<>();
      OutOfMemoryError failure = new OutOfMemoryError("of the test");
      AssertionError another = new AssertionError("while closing");
      AutoCloseable resource =
          () -> {
            closed.add("resource");
            throw another;
          };
      assertSame(
          failure,
          assertThrows(
              OutOfMemoryError.class,
              () ->
                  transport.addEndpoint(
                      "an endpoint",
                      resource,
                      _ -> {
                        throw failure;
                      })));
      assertEquals(List.of("resource"), closed);
      assertEquals(List.of(another), List.of(failure.getSuppressed()));
    }
  }

  /// If closing the client fails, the media driver is closed nevertheless.
  @Test
  void closeClosesAllOwnedResources() {
    MediaDriver driver =
        MediaDriver.launchEmbedded(
            new MediaDriver.Context()
                .aeronDirectoryName(DriverDirectories.newName())
                .ipcTermBufferLength(1 << 16)
                .termBufferSparseFile(true)
                .dirDeleteOnShutdown(true));
    Path directory = Path.of(driver.aeronDirectoryName());
    try {
      Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
      IllegalStateException failure = new IllegalStateException("of the client");
      AssertionError another = new AssertionError("another one");
      AutoCloseable client =
          () -> {
            aeron.close();
            throw failure;
          };
      AutoCloseable more =
          () -> {
            throw another;
          };
      AeronTransport transport =
          new AeronTransport("aeron:ipc", 7, 1 << 16, aeron, List.of(client, more, driver));
      assertSame(failure, assertThrows(IllegalStateException.class, transport::close));
      assertEquals(List.of(another), List.of(failure.getSuppressed()));
      assertFalse(Files.exists(directory));
    } finally {
      driver.close();
    }
  }

  @Test
  void usesTheCallersClient() {
    try (AeronTransport other =
            AeronTransport.open(AeronConfig.of("aeron:ipc").withTermLength(1 << 16));
        Aeron aeron =
            Aeron.connect(
                new Aeron.Context().aeronDirectoryName(other.aeronDirectory().toString()))) {
      AeronTransport transport = AeronTransport.of(aeron, "aeron:ipc", 33);
      assertEquals(other.aeronDirectory(), transport.aeronDirectory());
      MessageSender sender = transport.addSender();
      MessageReceiver receiver = transport.addReceiver();
      while (!sender.offer(MemorySegment.ofArray(new byte[] {1, 2, 3}))) {
        LockSupport.parkNanos(100_000);
      }
      while (receiver.poll(message -> assertEquals(3, message.byteSize()), 10) == 0) {
        LockSupport.parkNanos(100_000);
      }
      Subscription theirs = aeron.addSubscription("aeron:ipc", 33);
      transport.close();
      assertThrows(IllegalStateException.class, transport::addSender);
      assertThrows(
          IllegalStateException.class, () -> sender.offer(MemorySegment.ofArray(new byte[1])));
      assertThrows(IllegalStateException.class, () -> receiver.poll(_ -> {}, 1));
      assertFalse(aeron.isClosed(), "it is the caller's");
      assertFalse(theirs.isClosed());
      // The transport has closed its subscription and publication, so no receiver is left.
      try (ExclusivePublication publication = aeron.addExclusivePublication("aeron:ipc", 33)) {
        theirs.close();
        while (publication.isConnected()) {
          LockSupport.parkNanos(100_000);
        }
      }
    }
  }

  @Test
  void equalConfigurationsAreEqual() {
    AeronConfig config = AeronConfig.of("aeron:ipc");
    AeronConfig changed =
        config.withStreamId(7).withTermLength(1 << 16).withAeronDirectory(Path.of("/there"));
    AeronConfig same =
        config.withAeronDirectory(Path.of("/there")).withTermLength(1 << 16).withStreamId(7);
    assertEquals(changed, same);
    assertEquals(changed.hashCode(), same.hashCode());
    assertNotEquals(changed, config);
    assertNotEquals(changed, same.withStreamId(8));
    assertNotEquals(changed, same.withTermLength(1 << 17));
    assertNotEquals(changed, same.withAeronDirectory(Path.of("/elsewhere")));
    assertEquals(
        "AeronConfig[channel=aeron:ipc, streamId=7, termLength=65536, aeronDirectory=/there]",
        changed.toString());
    assertTrue(config.toString().contains("own driver"), config::toString);
  }

  @Test
  void refusesInvalidTermLengths() {
    AeronConfig config = AeronConfig.of("aeron:ipc");
    assertThrows(IllegalArgumentException.class, () -> config.withTermLength(100_000));
    assertThrows(IllegalArgumentException.class, () -> config.withTermLength(1 << 15));
  }
}
