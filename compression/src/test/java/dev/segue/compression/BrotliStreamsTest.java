// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// The misuse that libbrotli's states do not check and that Segue prevents.
class BrotliStreamsTest {

  /// Blocks until it is released, and then ends.
  private static final class Slow extends InputStream {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Override
    public int read() {
      throw new AssertionError("a byte at a time");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      asked.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      return -1;
    }
  }

  @Test
  void secondThreadIsRefusedAndClosingDoesNotWait() throws Exception {
    long before = CompressionMemory.bytesInUse();
    Slow slow = new Slow();
    InputStream in = Codec.brotli().decompressing(slow, 100);
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    Thread reader =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, e) -> thrown.add(e))
            .start(() -> {
              try {
                in.read();
              } catch (IOException e) {
                thrown.add(e);
              }
            });
    slow.asked.await();
    assertThrows(IllegalStateException.class, in::read);
    in.close();
    assertThrows(IOException.class, in::read);
    slow.mayEnd.countDown();
    reader.join();
    assertEquals(1, thrown.size());
    CompressionException flaw = ((CompressionIOException) thrown.getFirst()).getCause();
    assertEquals(Kind.MALFORMED_INPUT, flaw.kind());
    assertEquals(before, CompressionMemory.bytesInUse());
  }

  @Test
  void failingTargetLeavesNoMemoryBehind() throws IOException {
    long before = CompressionMemory.bytesInUse();
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("full");
          }
        };
    OutputStream out = Codec.brotli(1).compressing(failing);
    assertThrows(
        IOException.class,
        () -> {
          out.write(TestData.of(TestData.Kind.RANDOM, 1_000_000));
          out.flush();
        });
    assertThrows(IOException.class, out::close);
    out.close();
    assertThrows(IOException.class, () -> out.write(1));
    assertEquals(before, CompressionMemory.bytesInUse());
  }

  /// Arrives like data from a network, a few bytes at a time.
  @Test
  void piecesOfAnyLengthAreOneStream() throws IOException {
    byte[] content = TestData.of(TestData.Kind.JSON, 200_000);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (OutputStream out = Codec.brotli().compressing(written)) {
      for (int from = 0, i = 0; from < content.length; i++) {
        int length = Math.min(1 + i * 37 % 5000, content.length - from);
        out.write(content, from, length);
        from += length;
        if (i % 10 == 0) {
          out.flush();
        }
      }
    }
    InputStream trickle =
        new ByteArrayInputStream(written.toByteArray()) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 3));
          }
        };
    try (InputStream in = Codec.brotli().decompressing(trickle, content.length)) {
      byte[] read = new byte[content.length + 10];
      int length = 0;
      for (int n = 0; n >= 0; n = in.read(read, length, Math.min(777, read.length - length))) {
        length += n;
      }
      assertArrayEquals(content, Arrays.copyOf(read, length));
    }
  }
}
