// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Graphs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The allocation of writes, with short and long arrays.
@Tag("jit")
@Tag("allocation")
class WriteAllocationTest {

  private static final int LONG = 1000;

  /// Smaller than any object, but larger than the noise of the measurement.
  private static final int NOTHING_BYTES = 1;

  /// A heap segment and its session.
  private static final int SEGMENT_BYTES = 72;

  /// A segment for a content.
  private static final int MOST_OUT_OF_BAND = 24;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Numbers(short[] shorts, int[] ints, double[] doubles) {}

  private static final Numbers MANY = new Numbers(new short[LONG], new int[LONG], new double[LONG]);

  /// Keeps the last content, so that the compiler cannot remove its allocation.
  private volatile @Nullable Object last;

  private final MemorySegment destination = MemorySegment.ofArray(new byte[1 << 15]);

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Numbers.class).execution(Execution.COMPILED);
  }

  @Test
  void shortArraysAreWrittenIntoAnArrayWithoutASegment() {
    Numbers few = new Numbers(new short[3], new int[3], new double[3]);
    double bytes = bytesPerWrite(NOTHING_BYTES, few);
    assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
  }

  /// Long arrays of `double` are copied through a segment. Whether the JIT eliminates it depends on
  /// the tier at which it happened to compile the JDK's factory method.
  @Test
  void longArraysAreWrittenIntoAnArrayWithOneSegmentAtMost() {
    double bytes = bytesPerWrite(SEGMENT_BYTES + NOTHING_BYTES, MANY);
    assertTrue(bytes < SEGMENT_BYTES + NOTHING_BYTES, "bytes per write: " + bytes);
  }

  private double bytesPerWrite(double limit, Numbers numbers) {
    Serializer serializer = builder().build();
    return Allocation.perRunOnceCompiled(limit, () -> serializer.write(numbers, destination, 0));
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(int number, String text, long[] amounts) {}

  private static final Line LINE = new Line(7, "seven", new long[] {7, 77});

  static List<MemorySegment> kindsOfMemory() throws IOException {
    Arena arena = Arena.ofAuto();
    Path file = Files.createTempFile("segue-write", ".bytes");
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return List.of(
          MemorySegment.ofArray(new byte[1 << 10]),
          MemorySegment.ofArray(new byte[1 << 10]).asSlice(8),
          arena.allocate(1 << 10),
          Arena.global().allocate(1 << 10),
          channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 10, arena));
    } finally {
      Files.delete(file);
    }
  }

  static List<ByteBuffer> kindsOfBuffers() {
    return List.of(
        ByteBuffer.allocate(1 << 10),
        ByteBuffer.allocate(1 << 10).position(8).slice(),
        MemorySegment.ofArray(new byte[1 << 10]).asSlice(8).asByteBuffer(),
        ByteBuffer.allocateDirect(1 << 10),
        ByteBuffer.allocateDirect(1 << 10).position(8).slice(),
        Arena.ofAuto().allocate(1 << 10).asByteBuffer());
  }

  @ParameterizedTest
  @MethodSource("kindsOfMemory")
  void allocatesNothingForAnyMemory(MemorySegment memory) {
    Serializer serializer = builder().register(Line.class).build();
    double bytes = Allocation.perRunOnceCompiled(() -> serializer.write(LINE, memory, 8));
    assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
  }

  /// The JIT optimizes rarely used paths less than others.
  @Test
  void allocatesNothingForArraysAfterMuchNativeMemory() {
    Serializer serializer = builder().register(Line.class).build();
    MemorySegment memory = Arena.ofAuto().allocate(1 << 10);
    for (int i = 0; i < 2_000_000; i++) {
      serializer.write(LINE, i % 1000 == 0 ? destination : memory, 8);
    }
    double bytes = Allocation.perRunOnceCompiled(() -> serializer.write(LINE, destination, 8));
    assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
  }

  /// A growing buffer is written to directly. If a method is too large for C1, C2 lacks its
  /// profile, and allocates segments that it should eliminate.
  @Test
  void nothingIsAllocatedForManyBoxedFields() {
    Serializer serializer = builder().register(Graphs.Wide.class).build();
    Graphs.Wide boxes = new Graphs.Wide();
    try (GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
      double bytes =
          Allocation.perRunOnceCompiled(() -> {
            buffer.clear();
            serializer.write(boxes, buffer);
          });
      assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
    }
  }

  record Flags(EnumMap<Thread.State, String> notes) {}

  /// The iterator of its entries creates an object for each of them.
  @Test
  void nothingIsAllocatedForEntriesOfEnumMaps() {
    Serializer serializer = builder().register(Flags.class).build();
    var notes = new EnumMap<Thread.State, String>(Thread.State.class);
    notes.put(Thread.State.NEW, "created");
    notes.put(Thread.State.WAITING, "parked");
    Flags flags = new Flags(notes);
    double bytes = Allocation.perRunOnceCompiled(() -> serializer.write(flags, destination, 0));
    assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
  }

  @ParameterizedTest
  @MethodSource("kindsOfBuffers")
  void nothingIsAllocatedForBuffers(ByteBuffer buffer) {
    Serializer serializer = builder().register(Line.class).build();
    double bytes = Allocation.perRunOnceCompiled(() -> serializer.write(LINE, buffer.clear()));
    assertTrue(bytes < NOTHING_BYTES, "bytes per write: " + bytes);
  }

  @ParameterizedTest
  @MethodSource("kindsOfMemory")
  void contentOutOfBandAllocatesOneSmallObject(MemorySegment memory) {
    Serializer serializer = builder().outOfBandThreshold(64).build();
    Consumer<OutOfBandContent> collector = given -> last = given;
    double limit = Math.nextUp(3.0 * MOST_OUT_OF_BAND);
    double bytes =
        Allocation.perRunOnceCompiled(
            limit, () -> serializer.writeOutOfBand(MANY, memory, 0, collector));
    assertTrue(bytes < limit, "bytes per write: " + bytes);
  }
}
