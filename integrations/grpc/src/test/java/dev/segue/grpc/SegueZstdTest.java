// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.grpc.Shop.Order;
import io.grpc.CallOptions;
import io.grpc.Codec;
import io.grpc.Grpc;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Compression of messages, against another implementation of zstd, and on real sockets.
@Timeout(600)
final class SegueZstdTest {

  private static final int[] LENGTHS = {0, 1, 100, 5000, 65_536, 65_537, 3_000_000};

  private final SegueZstd zstd = new SegueZstd();

  private static byte[] text(int bytes) {
    StringBuilder text = new StringBuilder();
    Random random = new Random(bytes);
    while (text.length() < bytes) {
      text.append("article ").append(random.nextInt(1000)).append(", ");
    }
    return text.substring(0, bytes).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] compressed(Codec codec, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = codec.compress(bytes)) {
      int half = content.length / 2;
      out.write(content, 0, half);
      for (int i = half; i < content.length; i++) {
        out.write(content[i]);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] content(Codec codec, InputStream message) throws IOException {
    try (InputStream in = codec.decompress(message)) {
      return in.readAllBytes();
    }
  }

  /// A message in the memory of a transport.
  private static final class Whole extends ByteArrayInputStream
      implements KnownLength, io.grpc.HasByteBuffer {
    boolean isClosed;

    Whole(byte[] bytes) {
      super(bytes);
    }

    @Override
    public boolean byteBufferSupported() {
      return true;
    }

    @Override
    public java.nio.ByteBuffer getByteBuffer() {
      return java.nio.ByteBuffer.wrap(buf, pos, count - pos).slice();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  @Test
  void contentIsRestoredFromStreamsAndFromMemory() throws IOException {
    for (int length : LENGTHS) {
      byte[] bytes = compressed(zstd, text(length));
      assertArrayEquals(text(length), content(zstd, new ByteArrayInputStream(bytes)));
      Whole whole = new Whole(bytes);
      assertArrayEquals(text(length), content(zstd, whole));
      assertTrue(whole.isClosed);
    }
  }

  @Test
  void otherImplementationsAreCompatible() throws IOException {
    for (int length : LENGTHS) {
      byte[] ours = compressed(zstd, text(length));
      try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(ours))) {
        assertArrayEquals(text(length), in.readAllBytes());
      }
      ByteArrayOutputStream theirs = new ByteArrayOutputStream();
      try (OutputStream out = new ZstdOutputStream(theirs)) {
        out.write(text(length));
      }
      assertArrayEquals(
          text(length), content(zstd, new ByteArrayInputStream(theirs.toByteArray())));
      assertArrayEquals(text(length), content(zstd, new Whole(theirs.toByteArray())));
    }
  }

  @Test
  void damagedMessagesAreIoExceptions() throws IOException {
    byte[] good = compressed(zstd, text(5000));
    for (int length = 1; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(IOException.class, () -> content(zstd, new Whole(cut)));
      assertThrows(IOException.class, () -> content(zstd, new ByteArrayInputStream(cut)));
    }
    byte[] noMagic = good.clone();
    noMagic[0] ^= 1;
    assertThrows(IOException.class, () -> content(zstd, new Whole(noMagic)));
  }

  @Test
  void closedStreamsRefuseWrites() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OutputStream out = zstd.compress(bytes);
    out.close();
    int length = bytes.size();
    out.close();
    assertEquals(length, bytes.size());
    assertThrows(IOException.class, () -> out.write(1));
  }

  @Test
  void dictionariesShortenMessages() throws IOException {
    try (ZstdDictionary dictionary = ZstdDictionary.of(text(4000))) {
      SegueZstd small = new SegueZstd(ZstdOptions.defaults().withDictionary(dictionary));
      byte[] bytes = compressed(small, text(100));
      assertTrue(bytes.length < compressed(zstd, text(100)).length);
      assertArrayEquals(text(100), content(small, new Whole(bytes)));
    }
  }

  @Test
  void framesNeedTheirMagicNumber() {
    ZstdOptions magicless = ZstdOptions.defaults().withMagicless(true);
    assertThrows(IllegalArgumentException.class, () -> new SegueZstd(magicless));
  }

  /// Keeps the encodings of the requests, and compresses the responses.
  private static final class Encodings implements ServerInterceptor {
    final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      assertTrue(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) != null);
      seen.add(
          "" + headers.get(Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER)));
      call.setCompression("zstd");
      return next.startCall(call, headers);
    }
  }

  @Test
  void callsOnSocketsAreCompressed(@TempDir Path directory) {
    SegueService<Shop> shop = SegueService.of(Shop.class, Shop.serializer());
    Encodings encodings = new Encodings();
    try (Sockets sockets =
        new Sockets(
            true,
            directory,
            server ->
                server
                    .intercept(encodings)
                    .compressorRegistry(zstd.compressors())
                    .decompressorRegistry(zstd.decompressors()),
            shop.bind(new Shop.Counter()))) {
      Shop client =
          shop.client(
              sockets.connect(channel ->
                  channel
                      .compressorRegistry(zstd.compressors())
                      .decompressorRegistry(zstd.decompressors())),
              CallOptions.DEFAULT.withCompression("zstd"));
      for (int length : new int[] {3, 1000, 70_000, 1_000_000}) {
        String article = "tea".repeat(length / 3 + 1);
        assertEquals(2, client.place(new Order(article, 2)).number());
      }
      assertEquals(List.of("zstd", "zstd", "zstd", "zstd"), encodings.seen);

      // a message of a few hundred bytes whose content exceeds the maximum message size
      Order bomb = new Order("x".repeat(8_000_000), 1);
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> client.place(bomb));
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode());
      assertEquals(2, client.place(new Order("tea", 2)).number());

      // a channel that cannot read zstd gets plain responses
      Shop plain = shop.client(sockets.connect());
      assertEquals(2, plain.place(new Order("tea", 2)).number());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
