// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.testing.DeepEquality;
import dev.segue.serializer.testing.RandomGraphs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random graphs, in every kind of memory. A failure message states the seed of the graph.
@Tag("jit")
class RandomGraphsTest {

  private static final int GRAPHS = Integer.getInteger("segue.graphs", 400);
  private static final int MAX_BYTES = 4 << 20;

  /// Other values, such as the current time, select other graphs.
  private static final long FIRST_SEED = Long.getLong("segue.seed", 0);

  private static final double SECONDS = Double.parseDouble(System.getProperty("segue.soak", "1"));

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(RandomGraphs.TYPES).execution(execution).build();
  }

  /// Both executors write the same bytes to an array, native and mapped memory, and read equal
  /// objects from them.
  @Test
  void bothExecutorsAgreeOnEveryKindOfMemory(@TempDir Path directory) throws IOException {
    Serializer compiled = serializer(Execution.COMPILED);
    Serializer interpreted = serializer(Execution.INTERPRETED);
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                directory.resolve("mapped"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      List<MemorySegment> memories =
          List.of(
              arena.allocate(MAX_BYTES),
              file.map(FileChannel.MapMode.READ_WRITE, 0, MAX_BYTES, arena));
      for (long seed = FIRST_SEED; seed < FIRST_SEED + GRAPHS; seed++) {
        Object graph = RandomGraphs.of(seed);
        String name = "seed=" + seed;
        byte[] bytes = compiled.toBytes(graph);
        assertArrayEquals(bytes, interpreted.toBytes(graph), name);
        same(graph, compiled, MemorySegment.ofArray(bytes), 0, name);
        same(graph, interpreted, MemorySegment.ofArray(bytes), 0, name);
        for (MemorySegment memory : memories) {
          long offset = seed & 15;
          for (Serializer writer : List.of(compiled, interpreted)) {
            memory.asSlice(offset, bytes.length).fill((byte) -1);
            assertEquals(bytes.length, writer.write(graph, memory, offset), name);
            MemorySegment written = memory.asSlice(offset, bytes.length);
            assertEquals(-1, written.mismatch(MemorySegment.ofArray(bytes)), name);
          }
          same(graph, (seed & 1) == 0 ? compiled : interpreted, memory, offset, name);
        }
      }
    }
  }

  /// The same with options, and with background compilation.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void bothExecutorsAgreeWithEveryOption(int options) {
    List<Serializer> serializers = new ArrayList<>();
    for (Execution execution : Execution.values()) {
      serializers.add(
          Serializer.builder()
              .register(RandomGraphs.TYPES)
              .execution(execution)
              .references((options & 1) != 0)
              .compactNumbers((options & 2) != 0)
              .stringEncoding((options & 4) != 0 ? StringEncoding.UTF_8 : StringEncoding.UTF_16)
              .maxAllocation(1L << 30)
              .build());
    }
    for (long seed = FIRST_SEED; seed < FIRST_SEED + GRAPHS / 20; seed++) {
      Object graph = RandomGraphs.of(seed);
      String name = "seed=" + seed + " options=" + options;
      byte[] bytes = serializers.getFirst().toBytes(graph);
      for (Serializer serializer : serializers) {
        assertArrayEquals(bytes, serializer.toBytes(graph), name);
        same(graph, serializer, MemorySegment.ofArray(bytes), 0, name);
        DeepEquality.assertSame(graph, serializer.copy(graph), name);
      }
    }
  }

  private static void same(
      Object graph, Serializer reader, MemorySegment memory, long offset, String name) {
    DeepEquality.assertSame(graph, reader.read(memory, offset, Object.class), name);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Graph(long seed, Object graph, byte[] bytes) {
    static Graph of(long seed, Serializer serializer) {
      Object graph = RandomGraphs.of(seed);
      return new Graph(seed, graph, serializer.toBytes(graph));
    }
  }

  /// 64 virtual and 8 platform threads share one serializer, for one round and for one second, or
  /// the number of seconds in `-Dsegue.soak=30`. Every way to write gives the same bytes as a
  /// single thread, and every way to read gives the same graph.
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // for fairness, not for correctness
  void manyThreadsShareASerializer() throws Exception {
    Serializer alone = serializer(Execution.COMPILED);
    List<Graph> samples = new ArrayList<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 500; seed++) {
      samples.add(Graph.of(seed, alone));
    }
    Serializer shared = serializer(Execution.COMPILED);
    LongAdder count = new LongAdder();
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService platform = Executors.newFixedThreadPool(8)) {
      List<Future<?>> threads = new ArrayList<>();
      for (int i = 0; i < 64 + 8; i++) {
        Random random = new Random(i);
        threads.add(
            (i < 64 ? virtual : platform)
                .submit(() -> {
                  try (GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
                    do {
                      check(samples.get(random.nextInt(samples.size())), shared, buffer);
                      count.increment();
                      // Otherwise, virtual threads would not be preempted.
                      Thread.yield();
                    } while (System.nanoTime() < end);
                  }
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
    }
    System.out.println("Round trips of 72 threads in " + SECONDS + " s: " + count);
  }

  private static void check(Graph sample, Serializer serializer, GrowableBuffer buffer) {
    String name = "seed=" + sample.seed();
    buffer.clear();
    serializer.write(sample.graph(), buffer);
    MemorySegment written = buffer.segment();
    assertEquals(-1, written.mismatch(MemorySegment.ofArray(sample.bytes())), name);
    same(sample.graph(), serializer, written, 0, name);
    assertArrayEquals(sample.bytes(), serializer.toBytes(sample.graph()), name);
    DeepEquality.assertSame(sample.graph(), serializer.copy(sample.graph()), name);
  }
}
