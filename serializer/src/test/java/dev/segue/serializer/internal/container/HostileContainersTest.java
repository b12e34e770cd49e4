// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static java.util.Collections.nCopies;
import static java.util.Collections.unmodifiableList;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Small payloads that name containers which take much memory or time to create.
@SuppressWarnings({"serial", "NullAway"})
class HostileContainersTest {

  /// The offset of the root object's type number.
  private static final int TYPE = 4;

  private static final int HEADER_BYTES = 16;
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final int STRING = 1;
  private static final int BOOLEAN = 2;
  private static final int INTEGER = 6;
  private static final int UNMODIFIABLE = 166;
  private static final int COPIES = 169;

  private static final Serializer SERIALIZER = Serializer.builder().build();

  /// The payload of a value, with the type number of another type.
  private static byte[] disguised(Serializer serializer, Object value, int number) {
    byte[] bytes = serializer.toBytes(value);
    ByteArrays.putInt(bytes, TYPE, number);
    return bytes;
  }

  /// A type reference, followed by its value.
  private static byte[] typed(int type, byte[] value) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + value.length).order(ORDER);
    return bytes.putInt(type).put(value).array();
  }

  private static byte[] integer(int value) {
    return typed(INTEGER, ByteBuffer.allocate(Integer.BYTES).order(ORDER).putInt(value).array());
  }

  /// A slot for each value, then their bytes; none for null.
  private static byte[] slotted(byte[]... values) {
    int length = Arrays.stream(values).mapToInt(value -> Integer.BYTES + value.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ORDER);
    int end = 0;
    for (byte[] value : values) {
      end += value.length;
      bytes.putInt(end << 2 | (value.length == 0 ? 0 : 2));
    }
    for (byte[] value : values) {
      bytes.put(value);
    }
    return bytes.array();
  }

  private static byte[] payload(byte[] header, byte[] root) {
    ByteBuffer bytes = ByteBuffer.allocate(header.length + root.length + 1).order(ORDER);
    bytes.put(header).put(root).putInt(HEADER_BYTES - Integer.BYTES, root.length << 2 | 1);
    return bytes.array();
  }

  @Test
  void queueCapacityIsBoundedByThePayload() {
    Object parts = new SimpleEntry<>(false, nCopies(Integer.MAX_VALUE, null));
    Refused.asMalformed(SERIALIZER, disguised(SERIALIZER, parts, 156));
  }

  static final class Bad extends Exception {}

  /// The stack trace (3), and the suppressed exceptions (4).
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void throwableListsAreBoundedByThePayload(int part) {
    Serializer serializer = Serializer.builder().register(Bad.class).build();
    byte[] nothing = {};
    byte[] isOpen = typed(BOOLEAN, new byte[] {1});
    byte[] copies = typed(COPIES, slotted(integer(Integer.MAX_VALUE), nothing));
    byte[] body =
        part == 3
            ? slotted(nothing, nothing, isOpen, copies, nothing, nothing)
            : slotted(nothing, nothing, isOpen, nothing, copies, nothing);
    byte[] header = Arrays.copyOf(serializer.toBytes(new Bad()), HEADER_BYTES);
    Refused.asMalformed(serializer, payload(header, body));
  }

  @Test
  void errorsAboutDuplicatesDoNotCallToString() {
    List<Object> twice = List.of(nCopies(Integer.MAX_VALUE, "x"), nCopies(Integer.MAX_VALUE, "x"));
    Refused.asMalformed(SERIALIZER, disguised(SERIALIZER, new ArrayList<>(twice), 25));
    Refused.asMalformed(SERIALIZER, disguised(SERIALIZER, new ArrayList<>(List.of("x", "x")), 25));
  }

  /// Wrappers around `nCopies` lists of wrappers: each level is small, but comparing visits all of
  /// them.
  @Test
  void wrappersAroundCopiesDoNotMultiply() {
    byte[] nested = typed(STRING, new byte[] {1 << 2 | 1, 0, 0, 0, 'x'});
    for (int i = 0; i < 3; i++) {
      byte[] copies = typed(COPIES, slotted(integer(1 << 16), nested));
      nested = typed(UNMODIFIABLE, slotted(integer(2), copies));
    }
    byte[] two = slotted(nested, nested);
    byte[] header = disguised(SERIALIZER, new ArrayList<>(), 22);
    byte[] body = ByteBuffer.allocate(4 + two.length).order(ORDER).putInt(2).put(two).array();
    Refused.asMalformed(SERIALIZER, payload(Arrays.copyOf(header, HEADER_BYTES), body));
  }

  @Test
  void wrappedCopiesOfListsRoundTrip() {
    for (Object element : List.of("x", 1, List.of("x"), nCopies(9, 1))) {
      Object wrapped = unmodifiableList(nCopies(3, element));
      Object read = SERIALIZER.copy(wrapped);
      assertEquals(wrapped, read);
      assertEquals(wrapped.getClass(), read.getClass());
    }
  }
}
