// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.GrowableBuffer;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Concurrent and reentrant use of streams and buffers: each call is refused, or completes
/// correctly.
class OneAtATimeTest {

  private static final int THREADS = 4;
  private static final int CALLS = 3_000;

  private final Serializer serializer = Serializer.builder().build();

  /// Calls from several threads at once; counts the calls that are not refused.
  private static int calls(Callable<?> call) throws Exception {
    AtomicInteger succeeded = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(() -> {
              start.await();
              for (int n = 0; n < CALLS; n++) {
                try {
                  call.call();
                  succeeded.incrementAndGet();
                } catch (IllegalStateException e) {
                  assertTrue(String.valueOf(e.getMessage()).contains("in use"), e::getMessage);
                }
              }
              return null;
            }));
      }
      start.countDown();
      for (Future<?> one : all) {
        one.get();
      }
    }
    return succeeded.get();
  }

  private int read(byte[] stream) throws IOException {
    int objects = 0;
    try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(stream))) {
      while (reader.hasNext()) {
        assertEquals("an object", reader.read(String.class));
        objects++;
      }
    }
    return objects;
  }

  @Test
  void concurrentWritesLoseNoObject() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(bytes)) {
      assertEquals(calls(() -> writer.write("an object")), read(bytes.toByteArray()));
    }
  }

  @Test
  void concurrentReadsReturnEachObjectOnce() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(bytes)) {
      for (int i = 0; i < THREADS * CALLS; i++) {
        writer.write("an object");
      }
    }
    try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(bytes.toByteArray()))) {
      int read = calls(() -> reader.read(String.class));
      while (reader.hasNext()) {
        assertEquals("an object", reader.read(String.class));
        read++;
      }
      assertEquals(THREADS * CALLS, read);
    }
  }

  @Test
  void concurrentAppendsLoseNoObject() throws Exception {
    try (GrowableBuffer buffer = GrowableBuffer.ofShared()) {
      int written = calls(() -> serializer.write("an object", buffer));
      assertEquals(written * (long) serializer.toBytes("an object").length, buffer.byteSize());
      long offset = 0;
      for (int i = 0; i < written; i++) {
        assertEquals("an object", serializer.read(buffer.segment(), offset, String.class));
        offset += serializer.payloadSize(buffer.segment(), offset);
      }
    }
  }

  static final class Reentrant {}

  @Test
  void hookThatWritesToTheSameStreamIsRefused() throws IOException {
    List<PayloadWriter> writers = new ArrayList<>();
    TypeSurrogate<Reentrant, String> surrogate =
        TypeSurrogate.of(
            Reentrant.class,
            String.class,
            _ -> {
              try {
                writers.getFirst().write("within");
              } catch (IOException e) {
                throw new IllegalArgumentException(e);
              }
              return "state";
            },
            _ -> new Reentrant());
    Serializer reentrant = Serializer.builder().register(surrogate).build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter writer = reentrant.writer(bytes)) {
      writers.add(writer);
      SerializationException e =
          assertThrows(SerializationException.class, () -> writer.write(new Reentrant()));
      assertInstanceOf(IllegalStateException.class, e.getCause());
      writer.write("an object");
    }
    assertEquals(1, read(bytes.toByteArray()));
  }

  /// Accepts some of the bytes once, and then fails.
  private static final class Torn extends FilterOutputStream {

    private boolean tears = true;

    Torn(ByteArrayOutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (tears) {
        tears = false;
        out.write(bytes, offset, length / 2);
        throw new IOException("no space left on device");
      }
      out.write(bytes, offset, length);
    }
  }

  @Test
  void writerWritesNothingAfterItsStreamHasFailed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(new Torn(bytes))) {
      IOException first = assertThrows(IOException.class, () -> writer.write("an object"));
      IOException second = assertThrows(IOException.class, () -> writer.write("an object"));
      assertEquals(first, second.getCause());
      assertThrows(IOException.class, writer::flush);
    }
    assertEquals(serializer.toBytes("an object").length / 2, bytes.size());
  }
}
