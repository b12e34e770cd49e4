// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Streams whose underlying stream fails once and then works again: no byte is lost without an
/// error.
class StreamFailureTest {

  private final IOException full = new IOException("no space left");

  static Stream<Codec> codecsWithStreams() {
    return EveryCodecTest.codecsWithStreams();
  }

  /// Accepts a number of bytes, fails once, and accepts the rest.
  private final class Sink extends OutputStream {

    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final int room;
    private boolean failed;
    private boolean closed;

    Sink(int room) {
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!failed && taken.size() + length > room) {
        failed = true;
        throw full;
      }
      taken.write(bytes, offset, length);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static final byte[] CONTENT = TestData.of(TestData.Kind.RANDOM, 700_000);

  /// Writes lines like a logger that ignores failures.
  private static int write(OutputStream out, int length) throws IOException {
    int failures = 0;
    Random random = new Random(length);
    for (int at = 0; at < length; ) {
      int count = Math.min(length - at, 1 + random.nextInt(30_000));
      try {
        out.write(CONTENT, at, count);
        if (random.nextInt(4) == 0) {
          out.flush();
        }
      } catch (IOException e) {
        failures++;
      }
      at += count;
    }
    return failures;
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void everyWriteAndCloseFailsAfterASinkFailure(Codec codec) throws IOException {
    for (int room : new int[] {0, 5, 11, 1000, 300_000}) {
      long before = CompressionMemory.bytesInUse();
      Sink sink = new Sink(room);
      OutputStream out = codec.compressing(sink);
      assertTrue(write(out, CONTENT.length) > 0);
      assertThrows(IOException.class, () -> out.write(1));
      assertThrows(IOException.class, () -> out.write(new byte[100_000]));
      assertThrows(IOException.class, out::flush);
      IOException e = assertThrows(IOException.class, out::close);
      assertSame(full, e.getCause());
      assertTrue(sink.closed);
      out.close();
      CompressionMemory.releaseIdle();
      assertTrue(CompressionMemory.bytesInUse() <= before, codec + " room=" + room);
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void failureAtTheEndIsThrownByClose(Codec codec) {
    Sink sink = new Sink(0);
    IOException e =
        assertThrows(
            IOException.class,
            () -> {
              try (OutputStream out = codec.compressing(sink)) {
                out.write(CONTENT, 0, 10);
              }
            });
    assertSame(full, e);
    assertTrue(sink.closed);
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void tryWithResourcesThrowsTheFirstFailure(Codec codec) {
    Sink sink = new Sink(0);
    IOException e =
        assertThrows(
            IOException.class,
            () -> {
              try (OutputStream out = codec.compressing(sink)) {
                out.write(CONTENT);
                out.flush();
              }
            });
    assertSame(full, e);
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void channelsFailLikeStreams(Codec codec) throws IOException {
    WritableByteChannel sink =
        new WritableByteChannel() {
          private boolean failed;

          @Override
          public int write(ByteBuffer source) throws IOException {
            if (!failed) {
              failed = true;
              throw full;
            }
            int count = source.remaining();
            source.position(source.limit());
            return count;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    WritableByteChannel out = codec.compressing(sink);
    assertThrows(
        IOException.class,
        () -> {
          for (int i = 0; i < 100; i++) { // codecs buffer some of it
            writeAll(out);
          }
        });
    assertThrows(IOException.class, () -> writeAll(out));
    assertThrows(IOException.class, out::close);
    assertFalse(out.isOpen());
  }

  private static void writeAll(WritableByteChannel out) throws IOException {
    ByteBuffer content = ByteBuffer.wrap(CONTENT);
    while (content.hasRemaining()) {
      out.write(content);
    }
  }

  /// Returns a number of bytes, fails once, and returns the rest.
  private InputStream failingOnce(byte[] bytes, int length) {
    InputStream failing =
        new InputStream() {
          private boolean failed;

          @Override
          public int read() throws IOException {
            if (!failed) {
              failed = true;
              throw full;
            }
            return -1;
          }

          @Override
          public int read(byte[] into, int offset, int count) throws IOException {
            return read();
          }
        };
    InputStream rest = new ByteArrayInputStream(bytes, length, bytes.length - length);
    return new SequenceInputStream(
        new SequenceInputStream(new ByteArrayInputStream(bytes, 0, length), failing), rest);
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void everyReadFailsAfterASourceFailure(Codec codec) throws IOException {
    byte[] whole = codec.compress(CONTENT);
    for (int length : new int[] {0, 3, 9, 100, 20_000, 400_000, whole.length - 2, whole.length}) {
      try (InputStream in = codec.decompressing(failingOnce(whole, length), Long.MAX_VALUE)) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        IOException e = assertThrows(IOException.class, () -> in.transferTo(read));
        assertSame(full, e);
        byte[] begun = read.toByteArray();
        assertArrayEquals(Arrays.copyOf(CONTENT, begun.length), begun);
        assertSame(full, assertThrows(IOException.class, in::read).getCause());
        assertSame(
            full, assertThrows(IOException.class, () -> in.read(new byte[100_000])).getCause());
        assertEquals(1, in.available());
      }
      try (ReadableByteChannel in =
          codec.decompressing(Channels.newChannel(failingOnce(whole, length)), Long.MAX_VALUE)) {
        ByteBuffer room = ByteBuffer.allocate(2 * CONTENT.length);
        assertThrows(IOException.class, () -> readAll(in, room));
        assertThrows(IOException.class, () -> readAll(in, room));
      }
    }
  }

  private static void readAll(ReadableByteChannel in, ByteBuffer room) throws IOException {
    while (in.read(room) >= 0) {
      // continue to the end
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void secondWriterIsRefusedAndCorruptsNothing(Codec codec) throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ByteArrayOutputStream taken = new ByteArrayOutputStream();
    OutputStream slow =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            entered.countDown();
            try {
              mayGoOn.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            taken.write(bytes, offset, length);
          }
        };
    OutputStream out = codec.compressing(slow);
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                out.write(CONTENT);
                out.flush();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    entered.await();
    assertThrows(IllegalStateException.class, () -> out.write(1));
    assertThrows(IllegalStateException.class, () -> out.write(new byte[10]));
    assertThrows(IllegalStateException.class, out::flush);
    mayGoOn.countDown();
    writer.join();
    out.close();
    assertArrayEquals(CONTENT, codec.decompress(taken.toByteArray(), CONTENT.length));
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void secondReaderIsRefusedAndConsumesNothing(Codec codec) throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    InputStream slow =
        new FilterInputStream(new ByteArrayInputStream(codec.compress(CONTENT))) {
          @Override
          public int read() throws IOException {
            await();
            return super.read();
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            await();
            return super.read(bytes, offset, length);
          }

          private void await() {
            entered.countDown();
            try {
              mayGoOn.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try (InputStream in = codec.decompressing(slow, CONTENT.length)) {
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      Thread reader =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  in.transferTo(read);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      entered.await();
      assertThrows(IllegalStateException.class, in::read);
      assertThrows(IllegalStateException.class, () -> in.read(new byte[10]));
      assertThrows(IllegalStateException.class, in::available);
      mayGoOn.countDown();
      reader.join();
      assertArrayEquals(CONTENT, read.toByteArray());
    }
  }
}
