// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Generated code reads native memory at absolute addresses, which do not keep the segment of an
/// automatic arena reachable (docs/adr/0105).
class AutomaticArenasTest {

  /// In a JVM with a small young generation and one allocating thread, many garbage collections
  /// start while boxing a number of an object that is being read. None starts between the end of
  /// the read and the check of the reference, where nothing is allocated.
  @Test
  void segmentStaysReachableUntilObjectIsRead() throws Exception {
    List<String> flags =
        List.of(
            "-XX:TieredStopAtLevel=4", // optimizes the reads
            "-Xmx64m",
            "-Xmn2m",
            "-Ddev.segue.serializer.stagedBytes=0");
    Jvm.Ended ended = Jvm.run(Jvm.command(flags, Main.class, List.of()));
    assertEquals("collected during reads: 0", ended.output().strip());
  }

  static final class Boxes {
    Double d0 = 0.5;
    Double d1 = 1.5;
    Double d2 = 2.5;
    Double d3 = 3.5;
    Double d4 = 4.5;
    Double d5 = 5.5;
    Double d6 = 6.5;
    Double d7 = 7.5;
    Double d8 = 8.5;
    Double d9 = 9.5;
    Double d10 = 10.5;
    Double d11 = 11.5;
    Double d12 = 12.5;
    Double d13 = 13.5;
    Double d14 = 14.5;
    Double d15 = 15.5;
  }

  static final class Main {

    private static final int READS = 200_000;
    private static final Serializer SERIALIZER =
        Serializer.builder().register(Boxes.class).execution(Execution.COMPILED).build();

    public static void main(String[] args) {
      byte[] payload = SERIALIZER.toBytes(new Boxes());
      int early = 0;
      for (int i = 0; i < READS; i++) {
        if (read(payload).refersTo(null)) {
          early++;
        }
      }
      System.out.println("collected during reads: " + early);
    }

    private static WeakReference<MemorySegment.Scope> read(byte[] payload) {
      MemorySegment segment = Arena.ofAuto().allocate(payload.length);
      WeakReference<MemorySegment.Scope> scope = new WeakReference<>(segment.scope());
      MemorySegment.copy(payload, 0, segment, ValueLayout.JAVA_BYTE, 0, payload.length);
      Boxes read = SERIALIZER.read(segment, 0, Boxes.class);
      if (read.d15 != 15.5) {
        throw new AssertionError("wrong value: " + read.d15);
      }
      return scope;
    }
  }
}
