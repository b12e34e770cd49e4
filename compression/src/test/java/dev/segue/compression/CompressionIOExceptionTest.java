// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.stream.ContentInputStream;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The exceptions of streams and channels whose codec fails.
class CompressionIOExceptionTest {

  private final CompressionException flaw =
      new CompressionException(Kind.CHECKSUM_MISMATCH, "corrupt, at offset=42", 42);

  @Test
  void hasTheMessageOfItsCauseAndReturnsItTyped() {
    CompressionIOException e = new CompressionIOException(flaw);
    assertEquals("corrupt, at offset=42", e.getMessage());
    CompressionException cause = e.getCause();
    assertSame(flaw, cause);
    assertEquals(Kind.CHECKSUM_MISMATCH, cause.kind());
    assertEquals(42, cause.offset());
  }

  @Test
  void survivesJavaSerialization() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new CompressionIOException(flaw));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      CompressionIOException e = assertInstanceOf(CompressionIOException.class, in.readObject());
      assertEquals(Kind.CHECKSUM_MISMATCH, e.getCause().kind());
      assertEquals(42, e.getCause().offset());
    }
  }

  /// A stream whose engine fails in one of its three methods.
  private final class Failing extends ContentOutputStream {

    private final String method;
    private boolean released;

    Failing(String method, OutputStream out) {
      super(out, Codec.UNKNOWN_LENGTH, FailureTranslation.OF_STREAMS);
      this.method = method;
    }

    private void failIn(String called) {
      if (called.equals(method)) {
        throw flaw;
      }
    }

    @Override
    protected void compress(byte[] bytes, int offset, int length) {
      failIn("compress");
    }

    @Override
    protected void flushContent() {
      failIn("flush");
    }

    @Override
    protected void finish() {
      failIn("finish");
    }

    @Override
    protected void release() {
      released = true;
      failIn("release");
    }
  }

  @Nested
  class Writing {

    private final byte[] content = new byte[100_000];
    private final ByteArrayOutputStream sink = new ByteArrayOutputStream();

    @Test
    void isThrownWhereTheEngineFails() throws IOException {
      OutputStream writing = new Failing("compress", sink);
      assertSame(flaw, flawOf(() -> writing.write(content)));
      OutputStream bytewise = new Failing("compress", sink);
      assertSame(
          flaw,
          flawOf(() -> {
            for (byte b : content) {
              bytewise.write(b);
            }
          }));
      OutputStream flushing = new Failing("flush", sink);
      flushing.write(content);
      assertSame(flaw, flawOf(flushing::flush));
      for (String method : new String[] {"finish", "release"}) {
        Failing closing = new Failing(method, sink);
        closing.write(content);
        assertSame(flaw, flawOf(closing::close), method);
        assertTrue(closing.released, method);
        closing.close();
      }
    }

    @Test
    void laterReadsFailWithTheSameReason() throws IOException {
      OutputStream out = new Failing("compress", sink);
      flawOf(() -> out.write(content));
      for (int i = 0; i < 2; i++) {
        IOException later = assertThrows(IOException.class, () -> out.write(1));
        assertSame(flaw, later.getCause());
        assertTrue(String.valueOf(later.getMessage()).contains("incomplete"), later.getMessage());
      }
      assertSame(flaw, assertThrows(IOException.class, out::flush).getCause());
      assertSame(flaw, assertThrows(IOException.class, out::close).getCause());
    }

    @Test
    void throughAChannelIsTheSame() throws IOException {
      WritableByteChannel out = Channels.newChannel(new Failing("compress", sink));
      assertSame(flaw, flawOf(() -> out.write(ByteBuffer.wrap(content))));
      assertThrows(IOException.class, out::close);
      WritableByteChannel closing = Channels.newChannel(new Failing("finish", sink));
      closing.write(ByteBuffer.wrap(content));
      assertSame(flaw, flawOf(closing::close));
      assertFalse(closing.isOpen());
    }
  }

  @Nested
  class Reading {

    private ContentInputStream failing(boolean inRelease) {
      return new ContentInputStream(
          InputStream.nullInputStream(), Long.MAX_VALUE, FailureTranslation.OF_STREAMS) {
        @Override
        protected int readContent(byte[] bytes, int offset, int length) {
          throw flaw;
        }

        @Override
        protected void release() {
          if (inRelease) {
            throw flaw;
          }
        }
      };
    }

    @Test
    void eachCallThrowsANewExceptionWithTheSameCause() throws IOException {
      try (InputStream in = failing(false)) {
        assertEquals(1, in.available());
        CompressionIOException first =
            assertThrows(CompressionIOException.class, () -> in.read(new byte[100_000]));
        CompressionIOException second = assertThrows(CompressionIOException.class, in::read);
        assertSame(flaw, first.getCause());
        assertSame(flaw, second.getCause());
        assertNotSame(first, second);
        assertEquals(1, in.available());
      }
    }

    @Test
    void closeThrowsIt() {
      assertSame(flaw, flawOf(failing(true)::close));
    }

    @Test
    void throughAChannelIsTheSame() throws IOException {
      try (ReadableByteChannel in = Channels.newChannel(failing(false))) {
        assertSame(flaw, flawOf(() -> in.read(ByteBuffer.allocate(10))));
      }
    }

    /// If one codec's stream reads another's, an exception of the inner stream is not a failure of
    /// the outer codec.
    @Test
    void exceptionOfAnUnderlyingStreamPropagatesUnchanged() throws IOException {
      try (InputStream in = Codec.stored().decompressing(failing(false), Long.MAX_VALUE)) {
        assertSame(flaw, flawOf(in::read));
        IOException later = assertThrows(IOException.class, in::read);
        assertInstanceOf(CompressionIOException.class, later.getCause());
      }
    }
  }
}
