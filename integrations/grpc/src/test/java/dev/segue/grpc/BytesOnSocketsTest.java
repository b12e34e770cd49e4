// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static dev.segue.grpc.SegueServiceTest.all;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Messages of bytes on real sockets.
@Timeout(600)
final class BytesOnSocketsTest {

  /// Empty, short, longer than a buffer of the transport, and longer than its windows.
  private static final int[] SIZES = {0, 1, 64, 1024, 20_000, 3_000_000};

  /// A service that hands on what it receives.
  interface Relay {
    SegueBytes pass(SegueBytes message);

    Iterator<SegueBytes> passEach(Iterator<SegueBytes> messages);
  }

  private static final class Echo implements Relay {
    @Override
    public SegueBytes pass(SegueBytes message) {
      return message;
    }

    @Override
    public Iterator<SegueBytes> passEach(Iterator<SegueBytes> messages) {
      return messages;
    }
  }

  private static final SegueZstd ZSTD = new SegueZstd();

  @TempDir Path directory;

  private final SegueService<Relay> service =
      SegueService.of(Relay.class, Serializer.builder().build());
  private Sockets sockets;

  @BeforeEach
  void start() throws Exception {
    sockets =
        new Sockets(
            true,
            directory,
            server ->
                server
                    .compressorRegistry(ZSTD.compressors())
                    .decompressorRegistry(ZSTD.decompressors()),
            service.bind(new Echo()));
  }

  @AfterEach
  void stop() throws Exception {
    sockets.close();
    BufferCount.awaitNone();
  }

  private static List<SegueBytes> contents() {
    List<SegueBytes> contents = new ArrayList<>();
    for (int size : SIZES) {
      contents.add(SegueBytesTest.content(size));
    }
    return contents;
  }

  @Test
  void messagesOfEverySizeReturnAndOutliveTheirConnection() throws Exception {
    Relay relay = service.client(sockets.connect());
    List<SegueBytes> single = new ArrayList<>();
    for (SegueBytes content : contents()) {
      single.add(relay.pass(content));
    }
    List<SegueBytes> streamed = all(relay.passEach(contents().iterator()));
    sockets.close();
    BufferCount.awaitNone();
    assertEquals(contents(), single);
    assertEquals(contents(), streamed);
  }

  @Test
  void messagesAreCompressedLikeAllOthers() {
    ManagedChannel channel =
        sockets.connect(builder ->
            builder
                .compressorRegistry(ZSTD.compressors())
                .decompressorRegistry(ZSTD.decompressors()));
    Relay relay = service.client(channel, CallOptions.DEFAULT.withCompression("zstd"));
    assertEquals(contents(), all(relay.passEach(contents().iterator())));
  }

  @Test
  void severalThreadsSendTheSameBytes() throws Exception {
    SegueBytes shared = SegueBytesTest.content(5_000).slice(100, 4_000);
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      List<Future<List<SegueBytes>>> results = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Relay relay = service.client(sockets.connect());
        List<SegueBytes> messages = Collections.nCopies(20, shared);
        results.add(threads.submit(() -> all(relay.passEach(messages.iterator()))));
      }
      for (Future<List<SegueBytes>> result : results) {
        assertEquals(Collections.nCopies(20, shared), result.get());
      }
    }
  }
}
