// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Graphs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamsTest {

  record Unknown(int x) {}

  private final Serializer serializer = Serializer.builder().register(Graphs.TYPES).build();

  private byte[] stream(@Nullable Object... values) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(out)) {
      for (Object value : values) {
        writer.write(value);
      }
    }
    return out.toByteArray();
  }

  private static SerializationException fails(
      Kind kind, org.junit.jupiter.api.function.Executable executable) {
    SerializationException e = assertThrows(SerializationException.class, executable);
    assertEquals(kind, e.kind(), e::getMessage);
    return e;
  }

  /// Returns bytes in pieces of random length, often one, and sometimes fails in between.
  private static final class Trickle extends InputStream {
    private final byte[] bytes;
    private final Random random;
    private final boolean fails;
    private int position;

    Trickle(byte[] bytes, long seed, boolean fails) {
      this.bytes = bytes;
      this.random = new Random(seed);
      this.fails = fails;
    }

    @Override
    public int read() {
      throw new AssertionError("not byte by byte");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (fails && random.nextInt(5) == 0) {
        throw new SocketTimeoutException("later");
      }
      if (position == bytes.length) {
        return -1;
      }
      int most = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(300);
      int piece = Math.min(Math.min(length, most), bytes.length - position);
      System.arraycopy(bytes, position, target, offset, piece);
      position += piece;
      return piece;
    }
  }

  @Test
  void severalObjectsShareAStream() throws IOException {
    byte[] bytes = stream("one", null, 2, new Graphs.Point(3, 4));
    try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(bytes))) {
      assertTrue(reader.hasNext());
      assertTrue(reader.hasNext());
      assertEquals("one", reader.read(String.class));
      assertNull(reader.readOrNull(String.class));
      assertEquals(2, reader.read(Integer.class));
      assertEquals(new Graphs.Point(3, 4), reader.read(Object.class));
      assertFalse(reader.hasNext());
      assertThrows(EOFException.class, () -> reader.read(Object.class));
      assertFalse(reader.hasNext());
    }
    try (PayloadReader empty = serializer.reader(InputStream.nullInputStream())) {
      assertFalse(empty.hasNext());
    }
  }

  @Test
  void readsPiecesOfAnyLength() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<Graphs.Order> orders = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        orders.add(Graphs.Order.of(random));
      }
      byte[] bytes = stream(orders.toArray());
      List<Graphs.@Nullable Order> same = new ArrayList<>();
      try (PayloadReader reader = serializer.reader(new Trickle(bytes, seed, false))) {
        while (reader.hasNext()) {
          same.add(reader.read(Graphs.Order.class));
        }
      }
      assertEquals(orders, same, "seed=" + seed);
    }
  }

  @Test
  void readingContinuesAfterATimeout() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<Graphs.Order> orders = List.of(Graphs.Order.of(random), Graphs.Order.of(random));
      List<Graphs.@Nullable Order> same = new ArrayList<>();
      int failures = 0;
      try (PayloadReader reader =
          serializer.reader(new Trickle(stream(orders.toArray()), seed, true))) {
        while (same.size() < 2) {
          try {
            same.add(reader.read(Graphs.Order.class));
          } catch (SocketTimeoutException e) {
            failures++;
          }
        }
      }
      assertEquals(orders, same, "seed=" + seed + " failures=" + failures);
    }
  }

  @Test
  void readsNoByteAfterAPayload() throws IOException {
    byte[] first = stream("payload", new byte[100_000]);
    byte[] bytes = Arrays.copyOf(first, first.length + 3);
    bytes[first.length] = 42;
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    PayloadReader reader = serializer.reader(in);
    reader.read(String.class);
    reader.read(byte[].class);
    assertEquals(3, in.available());
    assertEquals(42, in.read());
  }

  @Test
  void truncationDiffersFromTheEndOfTheStream() throws IOException {
    byte[] whole = stream("one", Graphs.Order.of(new Random(2)));
    int first = stream("one").length;
    for (int length = 0; length < whole.length; length++) {
      PayloadReader reader = serializer.reader(new ByteArrayInputStream(whole, 0, length));
      if (length >= first) {
        assertEquals("one", reader.read(String.class));
      }
      if (length == 0 || length == first) {
        assertFalse(reader.hasNext());
        continue;
      }
      assertTrue(reader.hasNext());
      SerializationException e = fails(Kind.MALFORMED_INPUT, () -> reader.read(Graphs.Order.class));
      assertTrue(e.getMessage().contains("truncated"), e.getMessage());
      fails(Kind.MALFORMED_INPUT, reader::hasNext);
      fails(Kind.MALFORMED_INPUT, () -> reader.read(Graphs.Order.class));
    }
  }

  @Test
  void readsTheNextObjectAfterARejectedOne() throws IOException {
    byte[] bytes = stream(new Graphs.Point(1, 2), "two", Graphs.Order.of(new Random(1)), "four");
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(bytes));
    fails(Kind.TYPE_MISMATCH, () -> reader.read(String.class));
    assertEquals("two", reader.read(String.class));
    fails(Kind.TYPE_MISMATCH, () -> reader.read(Graphs.Point.class));
    assertEquals("four", reader.read(String.class));
    assertFalse(reader.hasNext());
  }

  @Test
  void invalidHeaderEndsReading() throws IOException {
    byte[] bytes = stream("one", "two");
    bytes[0] = 'x';
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(bytes));
    fails(Kind.INCOMPATIBLE_FORMAT, () -> reader.read(String.class));
    fails(Kind.INCOMPATIBLE_FORMAT, reader::hasNext);
    SerializationException e = fails(Kind.INCOMPATIBLE_FORMAT, () -> reader.read(String.class));
    assertTrue(e.getMessage().contains("failed before"), e.getMessage());
  }

  /// The header announces almost a gibibyte, and a few bytes arrive.
  @Test
  void announcedLengthAllocatesNothing() throws IOException {
    byte[] bytes = Arrays.copyOf(stream("text"), 40_000);
    Arrays.fill(bytes, 12, 16, (byte) 0x7f);
    PayloadReader generous = serializer.reader(new ByteArrayInputStream(bytes), Integer.MAX_VALUE);
    long before = Allocation.ofThisThread();
    SerializationException e = fails(Kind.MALFORMED_INPUT, () -> generous.read(String.class));
    long allocated = Allocation.ofThisThread() - before;
    assertTrue(allocated < 1 << 20, allocated + " bytes allocated");
    assertTrue(e.getMessage().contains("truncated"), e.getMessage());
    PayloadReader strict = serializer.reader(new ByteArrayInputStream(bytes));
    SerializationException refused = fails(Kind.LIMIT_EXCEEDED, () -> strict.read(String.class));
    assertTrue(refused.getMessage().contains("maxPayloadBytes=67108864"), refused.getMessage());
    fails(Kind.LIMIT_EXCEEDED, strict::hasNext);
  }

  @Test
  void writerContinuesAfterRefusingALongObject() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(out, 100)) {
      assertEquals(writer.write("fits"), out.size());
      fails(Kind.LIMIT_EXCEEDED, () -> writer.write(new byte[10_000]));
      fails(Kind.LIMIT_EXCEEDED, () -> writer.write(new byte[84]));
      fails(Kind.UNREGISTERED_CLASS, () -> writer.write(new Unknown(1)));
      assertEquals(100, writer.write(new byte[83]));
      writer.flush();
    }
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(out.toByteArray()), 100);
    assertEquals("fits", reader.read(String.class));
    assertEquals(83, bytes(reader).length);
    assertFalse(reader.hasNext());
  }

  private static byte[] bytes(PayloadReader reader) throws IOException {
    byte[] bytes = reader.read(byte[].class);
    assertNotNull(bytes);
    return bytes;
  }

  @Test
  void errorForTooLongContentNamesTheLimit() throws IOException {
    PayloadWriter writer = serializer.writer(OutputStream.nullOutputStream(), 100);
    SerializationException e = fails(Kind.LIMIT_EXCEEDED, () -> writer.write(new byte[10_000]));
    assertTrue(e.getMessage().contains("writer(stream, maxPayloadBytes)"), e::getMessage);
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(stream(new byte[200])), 100);
    e = fails(Kind.LIMIT_EXCEEDED, () -> reader.read(byte[].class));
    assertTrue(e.getMessage().contains("reader(stream, maxPayloadBytes)"), e::getMessage);
    assertEquals(0, reader.position());
  }

  @Test
  void channelsHaveAMaximum() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(Channels.newChannel(out), 100)) {
      fails(Kind.LIMIT_EXCEEDED, () -> writer.write(new byte[84]));
      assertEquals(100, writer.write(new byte[83]));
    }
    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
    fails(
        Kind.LIMIT_EXCEEDED,
        () -> serializer.reader(Channels.newChannel(in), 99).read(byte[].class));
  }

  /// After a writer has died within an object, its log is continued at the end of the last whole
  /// object.
  @Test
  void truncatedLogContinuesAfterItsLastWholeObject() throws IOException {
    Graphs.Order order = Graphs.Order.of(new Random(2));
    List<Object> values = Arrays.asList("one", null, order, new Graphs.Point(3, 4));
    List<Long> ends = new ArrayList<>(List.of(0L));
    for (int i = 1; i <= values.size(); i++) {
      ends.add((long) stream(values.subList(0, i).toArray()).length);
    }
    byte[] whole = stream(values.toArray());
    Path log = Files.createTempFile("segue", ".log");
    try {
      for (int length = 0; length <= whole.length; length++) {
        Files.write(log, Arrays.copyOf(whole, length));
        List<Object> read = new ArrayList<>();
        long position = readAll(log, read);
        assertEquals(ends.get(read.size()), position, "length=" + length);
        assertEquals(values.subList(0, read.size()), read);
        assertTrue(read.size() == values.size() || ends.get(read.size() + 1) > length);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
          channel.truncate(position);
        }
        try (PayloadWriter writer =
            serializer.writer(Files.newOutputStream(log, StandardOpenOption.APPEND))) {
          writer.write("after");
        }
        List<Object> again = new ArrayList<>();
        assertEquals(Files.size(log), readAll(log, again));
        assertEquals("after", again.removeLast());
        assertEquals(read, again);
      }
    } finally {
      Files.delete(log);
    }
  }

  /// @return the reader's final position
  private long readAll(Path log, List<Object> read) throws IOException {
    try (PayloadReader reader = serializer.reader(Files.newInputStream(log))) {
      try {
        while (reader.hasNext()) {
          read.add(reader.readOrNull(Object.class));
        }
      } catch (SerializationException e) {
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
      }
      return reader.position();
    }
  }

  @Test
  void positionCountsRejectedObjects() throws IOException {
    byte[] bytes = stream(new Graphs.Point(1, 2), "two");
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(bytes));
    assertEquals(0, reader.position());
    assertTrue(reader.hasNext());
    assertEquals(0, reader.position());
    fails(Kind.TYPE_MISMATCH, () -> reader.read(String.class));
    assertEquals(bytes.length - stream("two").length, reader.position());
    reader.read(String.class);
    assertEquals(bytes.length, reader.position());
    assertThrows(EOFException.class, () -> reader.read(String.class));
    assertEquals(bytes.length, reader.position());
  }

  /// If each read is a system call, these calls dominate the time.
  @Test
  void objectTakesTwoReadsIfAllBytesAreAvailable() throws IOException {
    Graphs.Order order = Graphs.Order.of(new Random(3));
    int[] reads = {0};
    InputStream counting =
        new FilterInputStream(new ByteArrayInputStream(stream(order, "text", null, order))) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            reads[0]++;
            return super.read(target, offset, length);
          }
        };
    try (PayloadReader reader = serializer.reader(counting)) {
      for (Object value : Arrays.asList(order, "text", null, order)) {
        assertTrue(reader.hasNext());
        assertEquals(value, reader.readOrNull(Object.class));
      }
      assertEquals(7, reads[0]); // a null is nothing but a header
    }
  }

  @Test
  void objectReachesTheStreamInOnePiece() throws IOException {
    List<Integer> pieces = new ArrayList<>();
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError("not byte by byte");
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            pieces.add(length);
          }
        };
    try (PayloadWriter writer = serializer.writer(counting)) {
      List<Integer> lengths =
          List.of(writer.write(new byte[100_000]), writer.write("x"), writer.write(null));
      assertEquals(lengths, pieces);
    }
  }

  @Test
  void misuseIsReported() throws IOException {
    for (int max : new int[] {0, -1}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> serializer.reader(InputStream.nullInputStream(), max));
      assertThrows(
          IllegalArgumentException.class,
          () -> serializer.writer(OutputStream.nullOutputStream(), max));
    }
    PayloadReader reader = serializer.reader(new ByteArrayInputStream(stream("a")));
    reader.close();
    reader.close();
    assertThrows(IOException.class, () -> reader.read(String.class));
    assertThrows(IOException.class, reader::hasNext);
    PayloadWriter writer = serializer.writer(OutputStream.nullOutputStream());
    writer.close();
    writer.close();
    assertThrows(IOException.class, () -> writer.write("a"));
    assertThrows(IOException.class, writer::flush);
  }

  /// Eight conversations over sockets. Both ends are on virtual threads, which block in reads.
  @Test
  void socketsOnVirtualThreads() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      List<FutureTask<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        long seed = i;
        tasks.add(new FutureTask<>(() -> echo(server.accept())));
        tasks.add(
            new FutureTask<>(
                () -> ask(new Socket(server.getInetAddress(), server.getLocalPort()), seed)));
      }
      tasks.forEach(Thread::startVirtualThread);
      for (FutureTask<Void> task : tasks) {
        task.get();
      }
    }
  }

  private @Nullable Void echo(Socket socket) throws IOException {
    try (PayloadReader reader = serializer.reader(socket.getInputStream());
        PayloadWriter writer = serializer.writer(socket.getOutputStream())) {
      while (reader.hasNext()) {
        writer.write(reader.read(Graphs.Order.class));
      }
    }
    return null;
  }

  private @Nullable Void ask(Socket socket, long seed) throws IOException {
    Random random = new Random(seed);
    try (PayloadReader reader = serializer.reader(socket.getInputStream());
        PayloadWriter writer = serializer.writer(socket.getOutputStream())) {
      for (int i = 0; i < 100; i++) {
        Graphs.Order order = Graphs.Order.of(random);
        writer.write(order);
        assertEquals(order, reader.read(Graphs.Order.class), "seed=" + seed + " i=" + i);
      }
      socket.shutdownOutput();
      assertFalse(reader.hasNext());
    }
    return null;
  }

  @Test
  void channelsInBlockingMode() throws Exception {
    Graphs.Order order = Graphs.Order.of(new Random(5));
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      FutureTask<Boolean> task =
          new FutureTask<>(() -> {
            try (PayloadReader reader = serializer.reader(server.accept())) {
              return Objects.equals(order, reader.read(Graphs.Order.class))
                  && bytes(reader).length == 1_000_000
                  && !reader.hasNext();
            }
          });
      Thread.startVirtualThread(task);
      try (PayloadWriter writer = serializer.writer(SocketChannel.open(server.getLocalAddress()))) {
        writer.write(order);
        writer.write(new byte[1_000_000]);
      }
      assertTrue(task.get());
    }
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      source.configureBlocking(false);
      sink.configureBlocking(false);
      assertThrows(
          IllegalBlockingModeException.class, () -> serializer.reader(source).read(String.class));
      assertThrows(IllegalBlockingModeException.class, () -> serializer.writer(sink).write("a"));
    }
  }
}
