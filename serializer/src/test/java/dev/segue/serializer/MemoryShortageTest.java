// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.testing.Full;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A serializer works again after running out of memory in the middle of a call.
class MemoryShortageTest {

  private static final String DONE = "all later calls succeeded";

  /// All grow the same tables; so one of them is a sample.
  static Stream<Execution> executions() {
    return Full.IS_ON ? Stream.of(Execution.values()) : Stream.of(Execution.COMPILED);
  }

  /// In a separate JVM, whose heap is filled except for some bytes. References take eight bytes, so
  /// that an array of them needs more memory than the corresponding array of numbers.
  @ParameterizedTest
  @MethodSource("executions")
  void callsSucceedAfterOutOfMemoryErrors(Execution execution) throws Exception {
    List<String> flags =
        List.of(
            "-XX:-UseCompressedOops", "-Xmx8m", "-Ddev.segue.serializer.execution=" + execution);
    Jvm.Ended ended = Jvm.run(Jvm.command(flags, Main.class, List.of()));
    // Before that, background compilation may also report a lack of memory.
    assertEquals(DONE, ended.lines().reversed().stream().findFirst().orElse(""), ended::output);
  }

  static final class Box {
    int number;
  }

  static final class Main {

    private static final int BOXES = 2_000;
    private static final int MOST_ROUNDS = 50;
    private static final int STEP_BYTES = 16_000;

    /// Less than the tables for that many objects take.
    private static final int LEAST_BYTES = 16_000;

    private static @Nullable Object filling;

    public static void main(String[] args) {
      List<Box> boxes = new ArrayList<>();
      Map<String, Object> tree = new HashMap<>();
      for (int i = 0; i < BOXES; i++) {
        boxes.add(new Box());
        tree.put("key " + i, i);
      }
      int read = shortages(boxes, (serializer, bytes) -> serializer.fromBytes(bytes, List.class));
      int written = shortages(boxes, (serializer, _) -> serializer.measure(boxes));
      int keys = shortages(tree, (serializer, _) -> serializer.measure(tree));
      System.out.println(
          Math.min(read, Math.min(written, keys)) > 0
              ? DONE
              : "memory was never short: %d, %d, %d".formatted(read, written, keys));
    }

    private interface Call {
      Object on(Serializer serializer, byte[] payload);
    }

    /// Repeats [#failures] until memory was short: a background compilation that fails while the
    /// heap is being filled frees memory after that.
    private static int shortages(Object value, Call call) {
      int failures = 0;
      for (int i = 0; i < MOST_ROUNDS && failures == 0; i++) {
        failures = failures(value, call);
      }
      return failures;
    }

    /// Makes calls with more and more free memory, until one succeeds.
    ///
    /// @return the number of calls that ran out of memory
    @SuppressWarnings("UnusedVariable") // the reserve takes memory
    private static int failures(Object value, Call call) {
      byte[] payload = make().toBytes(value);
      int failures = 0;
      while (true) {
        Serializer serializer = make();
        byte[] small = serializer.toBytes(List.of(new Box()));
        Object _ = serializer.fromBytes(small, List.class); // so that a pool has a state
        byte @Nullable [] reserve = new byte[LEAST_BYTES + failures * STEP_BYTES];
        fill();
        reserve = null;
        try {
          Object _ = call.on(serializer, payload);
          filling = null;
          return failures;
        } catch (OutOfMemoryError e) {
          filling = null;
          failures++;
        }
        for (int i = 0; i < 2; i++) {
          Object _ = Objects.requireNonNull(call.on(serializer, payload));
        }
      }
    }

    private static Serializer make() {
      return Serializer.builder().references(true).register(Box.class).build();
    }

    /// Fills the heap with a chain of arrays.
    @SuppressWarnings("EmptyCatch") // the heap is full
    private static void fill() {
      for (int bytes : new int[] {1 << 16, 1 << 10}) {
        try {
          while (true) {
            Object[] link = {filling, new byte[bytes]};
            filling = link;
          }
        } catch (OutOfMemoryError e) {
        }
      }
    }
  }
}
