// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.OutOfBandContent;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Contents out of band that are passed as [OutOfBandContent].
class OutOfBandContentTest {

  private static final int LEAST = 4;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Load(
      boolean[] booleans,
      byte[] bytes,
      short[] shorts,
      char[] chars,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      ByteBuffer buffer,
      MemorySegment segment,
      boolean[] few) {

    static Load example() {
      return new Load(
          new boolean[] {true, false, true, true, false},
          new byte[] {1, 2, 3, 4},
          new short[] {1, 2, 3},
          new char[] {'a', 'b'},
          new int[] {1, 2},
          new long[] {3, 4, 5},
          new float[] {1.5f, -0f},
          new double[] {2.5, Double.NaN},
          ByteBuffer.wrap(new byte[] {9, 8, 7, 6, 5, 4}, 1, 2),
          MemorySegment.ofArray(new byte[] {5, 6, 7, 8}),
          new boolean[] {true});
    }

    List<Object> parts() {
      return List.of(booleans, bytes, shorts, chars, ints, longs, floats, doubles, few);
    }
  }

  /// The destination of the payload, and the way to write it.
  record Variant(Execution execution, boolean references, MemorySegment memory) {

    Serializer serializer() {
      return Serializer.builder()
          .register(Load.class)
          .execution(execution)
          .references(references)
          .outOfBandThreshold(LEAST)
          .build();
    }
  }

  static Stream<Variant> variants() {
    return Stream.of(Execution.COMPILED, Execution.INTERPRETED)
        .flatMap(execution ->
            Stream.of(false, true)
                .flatMap(references ->
                    Stream.of(
                            Arena.ofAuto().allocate(1000),
                            MemorySegment.ofArray(new byte[1000]).asSlice(3),
                            MemorySegment.ofArray(new long[200]))
                        .map(memory -> new Variant(execution, references, memory))));
  }

  private static void assertSameContent(Load expected, Load actual) {
    for (int i = 0; i < expected.parts().size(); i++) {
      assertArrayEquals(
          new Object[] {expected.parts().get(i)}, new Object[] {actual.parts().get(i)});
    }
    assertEquals(expected.buffer, actual.buffer);
    assertEquals(expected.buffer.capacity(), actual.buffer.capacity());
    assertEquals(-1, expected.segment.mismatch(actual.segment));
  }

  private static int indexOf(Object array, List<OutOfBandContent> contents) {
    return contents.stream().map(OutOfBandContent::array).toList().indexOf(Optional.of(array));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void eachContentIsPassedOnceInOrder(Variant variant) {
    Serializer serializer = variant.serializer();
    Load load = Load.example();
    List<OutOfBandContent> contents = new ArrayList<>();
    serializer.writeOutOfBand(load, variant.memory, 7, contents::add);
    assertEquals(
        List.of(4L, 4L, 4L, 5L, 6L, 6L, 8L, 8L, 16L, 24L),
        contents.stream().map(OutOfBandContent::byteSize).sorted().toList());

    OutOfBandSegments copying = OutOfBandSegments.copyingArraysOf(contents);
    Load copy = serializer.read(variant.memory, 7, Load.class, copying);
    assertSameContent(load, copy);
    assertNotSame(load.booleans, copy.booleans);
    assertNotSame(load.ints, copy.ints);
    load.buffer.put(1, (byte) 77);
    assertEquals(77, copy.buffer.get(1), "a buffer is a view of the content");

    OutOfBandSegments sharing = OutOfBandSegments.sharingArraysOf(contents);
    Load shared = serializer.read(variant.memory, 7, Load.class, sharing);
    for (int i = 0; i < 8; i++) {
      assertSame(load.parts().get(i), shared.parts().get(i));
    }
    assertNotSame(load.few, shared.few, "it is in the payload");
  }

  @ParameterizedTest
  @MethodSource("variants")
  void contentsCanBeCopiedAndReadElsewhere(Variant variant) {
    Serializer serializer = variant.serializer();
    Load load = Load.example();
    List<OutOfBandContent> contents = new ArrayList<>();
    serializer.writeOutOfBand(load, variant.memory, 0, contents::add);
    try (Arena arena = Arena.ofConfined()) {
      List<MemorySegment> copied = new ArrayList<>();
      List<OutOfBandContent> asBuffers = new ArrayList<>();
      for (OutOfBandContent content : contents) {
        MemorySegment copy = arena.allocate(content.byteSize() + 1, 1);
        content.copyTo(copy, 1);
        copied.add(copy.asSlice(1));
        assertEquals(-1, content.segment().mismatch(copied.getLast()));
        assertEquals(copied.getLast().asByteBuffer(), content.buffer());
        asBuffers.add(OutOfBandContent.of(content.buffer()));
      }
      OutOfBandSegments segments = OutOfBandSegments.sharingArrays(copied);
      assertSameContent(load, serializer.read(variant.memory, 0, Load.class, segments));
      OutOfBandSegments buffers = OutOfBandSegments.sharingArraysOf(asBuffers);
      assertSameContent(load, serializer.read(variant.memory, 0, Load.class, buffers));
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void contentOfAnotherLengthIsAnError(Variant variant) {
    Serializer serializer = variant.serializer();
    List<OutOfBandContent> contents = new ArrayList<>();
    Load load = Load.example();
    serializer.writeOutOfBand(load, variant.memory, 0, contents::add);
    contents.set(indexOf(load.booleans, contents), OutOfBandContent.ofArray(new boolean[4]));
    OutOfBandSegments given = OutOfBandSegments.copyingArraysOf(contents);
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer.read(variant.memory, 0, Load.class, given));
    assertEquals(Kind.SEGMENT_MISMATCH, e.kind());
  }

  /// The same number of bytes, but not an array that the field can hold.
  @ParameterizedTest
  @MethodSource("variants")
  void arrayOfAnotherTypeIsCopied(Variant variant) {
    Serializer serializer = variant.serializer();
    Load load = Load.example();
    List<OutOfBandContent> contents = new ArrayList<>();
    serializer.writeOutOfBand(load, variant.memory, 0, contents::add);
    OutOfBandContent other = OutOfBandContent.ofArray(new long[] {7L << 32 | 6});
    contents.set(indexOf(load.ints, contents), other);
    OutOfBandSegments given = OutOfBandSegments.sharingArraysOf(contents);
    assertArrayEquals(new int[] {6, 7}, serializer.read(variant.memory, 0, Load.class, given).ints);
  }

  @Test
  void contentsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> OutOfBandContent.ofArray("text"));
    assertThrows(
        IllegalArgumentException.class, () -> OutOfBandContent.ofArray(new String[] {"text"}));
    OutOfBandContent content = OutOfBandContent.ofArray(new boolean[8]);
    MemorySegment small = MemorySegment.ofArray(new byte[10]);
    assertThrows(IndexOutOfBoundsException.class, () -> content.copyTo(small, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> content.copyTo(small, -1));
    assertThrows(IllegalArgumentException.class, () -> content.copyTo(small.asReadOnly(), 0));
    assertFalse(content.isViewable());
    assertEquals("8 bytes of a boolean[]", content.toString());
    MemorySegment part = MemorySegment.ofArray(new int[8]).asSlice(4);
    assertEquals(Optional.empty(), OutOfBandContent.of(part).array());
    ByteBuffer readOnly = ByteBuffer.allocate(4).asReadOnlyBuffer();
    assertEquals(Optional.empty(), OutOfBandContent.of(readOnly).array());
    assertTrue(OutOfBandContent.of(readOnly).buffer().isReadOnly());
    assertThrows(
        NullPointerException.class,
        () -> OutOfBandSegments.copyingArraysOf(Collections.singletonList(null)));
  }

  /// Like the JVM, a reader takes the lowest bit of a boolean.
  @Test
  void booleanIsTheLowestBit() {
    Serializer serializer = Serializer.builder().outOfBandThreshold(LEAST).build();
    boolean[] written = new boolean[100];
    Arrays.fill(written, true);
    for (MemorySegment memory :
        List.of(Arena.ofAuto().allocate(200), MemorySegment.ofArray(new byte[200]))) {
      long length = serializer.write(written, memory, 0);
      for (long i = length - 101; i < length - 1; i++) {
        memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i % 4));
      }
      boolean[] read = serializer.read(memory, 0, boolean[].class);
      for (int i = 0; i < 100; i++) {
        assertEquals((length - 101 + i) % 2 == 1, read[i]);
      }
    }
  }
}
