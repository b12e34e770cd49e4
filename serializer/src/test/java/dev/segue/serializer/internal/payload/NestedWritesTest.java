// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.GrowableBuffer;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.testing.Allocation;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// User code that writes to another destination during a write: a lack of room there does not
/// affect the outer write.
@SuppressWarnings({"NullAway", "serial"})
class NestedWritesTest {

  private static final Serializer INNER = Serializer.builder().build();

  private static final AtomicInteger CALLS = new AtomicInteger();

  /// Writes more than a small destination can hold.
  private static void nest() {
    CALLS.incrementAndGet();
    INNER.write("much more than that", MemorySegment.ofArray(new byte[20]), 0);
  }

  static final class Foreign {
    String text = "";
  }

  static final class Replaced implements Serializable {
    Object writeReplace() {
      nest();
      return this;
    }
  }

  static final class External implements Externalizable {
    External() {}

    @Override
    public void writeExternal(ObjectOutput out) {
      nest();
    }

    @Override
    public void readExternal(ObjectInput in) {}
  }

  static final class Iterated extends ArrayList<Object> {
    Iterated() {}

    @Override
    public Iterator<Object> iterator() {
      nest();
      return super.iterator();
    }

    @Override
    public String toString() {
      return "Iterated";
    }
  }

  private static Serializer serializer() {
    return Serializer.builder()
        .register(
            TypeSurrogate.of(
                Foreign.class,
                String.class,
                foreign -> {
                  nest();
                  return foreign.text;
                },
                _ -> new Foreign()))
        .register(Replaced.class, External.class, Iterated.class)
        .build();
  }

  private static void refused(Object value, Runnable write) {
    // The first run generates code and loads classes.
    assertThrows(SerializationException.class, write::run);
    CALLS.set(0);
    long before = Allocation.ofThisThread();
    SerializationException e = assertThrows(SerializationException.class, write::run);
    long allocated = Allocation.ofThisThread() - before;
    assertEquals(Kind.HOOK_FAILED, e.kind(), e.getMessage());
    assertEquals(
        Kind.DESTINATION_TOO_SMALL, ((SerializationException) e.getCause()).kind(), "" + value);
    assertEquals(1, CALLS.get());
    assertTrue(allocated < 1 << 20, "allocated=" + allocated);
  }

  @Test
  void failuresDoNotGrowTheOuterDestination() {
    Serializer serializer = serializer();
    serializer.toBytes("warm");
    for (Object value : new Object[] {new Foreign(), new Replaced(), new External()}) {
      refused(value, () -> serializer.toBytes(value));
      refused(value, () -> serializer.copy(value));
      try (GrowableBuffer buffer = GrowableBuffer.ofConfined(4096, 1 << 22);
          Arena arena = Arena.ofConfined()) {
        refused(value, () -> serializer.write(value, buffer));
        assertEquals(4096, buffer.capacity());
        MemorySegment segment = arena.allocate(100);
        refused(value, () -> serializer.write(value, segment, 0));
      }
    }
  }

  /// With a growing array, the write would be repeated forever.
  @Test
  void failuresInAnIteratorDoNotGrowTheOuterDestination() {
    Serializer serializer = serializer();
    serializer.toBytes("warm");
    refused(new Iterated(), () -> serializer.toBytes(new Iterated()));
    try (GrowableBuffer buffer = GrowableBuffer.ofConfined(4096, 1 << 22)) {
      refused(new Iterated(), () -> serializer.write(new Iterated(), buffer));
      assertEquals(4096, buffer.capacity());
    }
  }
}
