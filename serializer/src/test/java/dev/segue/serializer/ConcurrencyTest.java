// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("jit")
class ConcurrencyTest {

  private static final int TASKS = 64;
  private static final int GRAPHS_PER_TASK = Full.or(50, 15);

  /// One serializer, used by all threads before its codecs are created.
  @ParameterizedTest
  @EnumSource
  void oneSerializerServesVirtualAndPlatformThreads(Execution execution) throws Exception {
    Serializer serializer =
        Serializer.builder().register(Graphs.TYPES).execution(execution).build();
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService platform = Executors.newFixedThreadPool(8)) {
      List<Future<?>> futures = new ArrayList<>();
      for (int task = 0; task < TASKS; task++) {
        long seed = task;
        futures.add(virtual.submit(() -> roundTrips(serializer, seed)));
        futures.add(platform.submit(() -> roundTrips(serializer, -seed - 1)));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    }
  }

  private static void roundTrips(Serializer serializer, long seed) {
    Random random = new Random(seed);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(20_000);
      for (int i = 0; i < GRAPHS_PER_TASK; i++) {
        Graphs.Order order = Graphs.Order.of(random);
        serializer.write(order, segment, i);
        String message = "seed=" + seed + " graph=" + i;
        assertEquals(order, serializer.read(segment, i, Graphs.Order.class), message);
        byte[] bytes = serializer.toBytes(order);
        assertEquals(order, serializer.fromBytes(bytes, Graphs.Order.class), message);
      }
    }
  }
}
