// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Payloads in buffers that are provided after an estimate.
final class GrowingBuffersTest {

  record Text(String value) {}

  record Numbers(List<Long> values) {}

  /// An object whose content can be written only once.
  public static final class Once implements Externalizable {
    private static final long serialVersionUID = 1;
    private boolean written;
    private int length;

    /// Used by the reader.
    public Once() {}

    Once(int length) {
      this.length = length;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws java.io.IOException {
      assertTrue(!written, "written twice");
      written = true;
      out.writeInt(length);
      out.write(new byte[length]);
    }

    @Override
    public void readExternal(ObjectInput in) throws java.io.IOException {
      length = in.readInt();
      in.readFully(new byte[length]);
    }
  }

  /// Provides buffers, and records the requested sizes and the last buffer.
  private static final class Buffers implements IntFunction<ByteBuffer> {
    private static final int BEFORE = 3;
    private final boolean direct;
    private final int most;
    final List<Integer> asked = new ArrayList<>();
    private ByteBuffer last = ByteBuffer.allocate(0);

    Buffers(boolean direct, int most) {
      this.direct = direct;
      this.most = most;
    }

    @Override
    public ByteBuffer apply(int bytes) {
      asked.add(bytes);
      int size = BEFORE + Math.min(bytes, most);
      last = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
      return last.position(BEFORE);
    }

    byte[] content(int length) {
      assertEquals(BEFORE + length, last.position());
      byte[] content = new byte[length];
      last.get(BEFORE, content);
      return content;
    }
  }

  private static final int ANY = Integer.MAX_VALUE - 100;

  private final Serializer serializer =
      Serializer.builder().register(Text.class, Numbers.class, Once.class).build();

  private static Text text(int length) {
    return new Text("x".repeat(length));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void growsUntilThePayloadFitsAndRemembersItsSize(boolean direct) {
    for (int length : new int[] {0, 10, 500, 2_000, 100_000, 3_000_000}) {
      Text text = text(length);
      Buffers first = new Buffers(direct, ANY);
      assertArrayEquals(serializer.toBytes(text), first.content(serializer.write(text, first)));
      Buffers second = new Buffers(direct, ANY);
      assertArrayEquals(serializer.toBytes(text), second.content(serializer.write(text, second)));
      assertEquals(1, second.asked.size(), () -> "asked for " + second.asked);
    }
  }

  @Test
  void estimatesFollowPayloadsThatBecomeShort() {
    Buffers buffers = new Buffers(false, ANY);
    serializer.write(text(10_000_000), buffers);
    for (int i = 0; i < 10; i++) {
      serializer.write(text(100), buffers);
    }
    int large = buffers.asked.getLast();
    assertTrue(large <= 1 << 16, () -> "still " + large);
    for (int i = 0; i < 500; i++) {
      serializer.write(text(100), buffers);
    }
    int small = buffers.asked.getLast();
    assertTrue(small <= 512, () -> "still " + small);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hooksRunOnce(boolean direct) {
    Buffers buffers = new Buffers(direct, ANY);
    int length = serializer.write(new Once(100_000), buffers);
    assertTrue(buffers.asked.size() > 1);
    assertEquals(100_000, serializer.fromBytes(buffers.content(length), Once.class).length);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void smallerBufferThanRequestedEndsTheAttempts(boolean direct) {
    Numbers numbers = new Numbers(Collections.nCopies(1000, 0L));
    int length = serializer.toBytes(numbers).length;
    Buffers tooFew = new Buffers(direct, length - 1);
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.write(numbers, tooFew));
    assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
    assertTrue(e.getMessage().contains(length - 1 + " bytes"), e.getMessage());
    Buffers enough = new Buffers(direct, length);
    assertEquals(length, serializer.write(numbers, enough));
  }

  @Test
  void writesNull() {
    Buffers buffers = new Buffers(false, ANY);
    assertArrayEquals(serializer.toBytes(null), buffers.content(serializer.write(null, buffers)));
  }

  @Test
  void rejectsReadOnlyBuffersAndNull() {
    Text text = text(1);
    assertThrows(
        ReadOnlyBufferException.class,
        () -> serializer.write(text, n -> ByteBuffer.allocate(n).asReadOnlyBuffer()));
    assertThrows(NullPointerException.class, () -> serializer.write(text, _ -> null));
  }

  @Test
  void otherFailuresPropagate() {
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer.write(new Thread(), new Buffers(false, ANY)));
    assertTrue(e.kind() != Kind.DESTINATION_TOO_SMALL);
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            serializer.write(
                text(1),
                _ -> {
                  throw new UnsupportedOperationException();
                }));
  }
}
