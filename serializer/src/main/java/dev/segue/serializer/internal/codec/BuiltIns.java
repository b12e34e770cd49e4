// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;

/// Codecs of the JDK's simple types, for values whose declared type does not determine their type.
public final class BuiltIns {

  private BuiltIns() {}

  /// The codec of strings.
  static ObjectCodec text() {
    return new Text();
  }

  /// The codec of a boxed primitive.
  static ObjectCodec box(PrimitiveKind kind) {
    return new Box(kind);
  }

  /// The codec of an array of primitives.
  static ObjectCodec array(PrimitiveKind kind) {
    return PrimitiveArrayCodec.of(kind);
  }

  /// A string: its own slot, then its bytes.
  public static final class Text extends InterpretedCodec {

    @Override
    public boolean isTracked() {
      return false;
    }

    @Override
    public Form form() {
      return new Form.Text();
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      return buffer.writeText((String) value, position, limit);
    }

    @Override
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      return buffer.readText(position, end);
    }
  }

  /// A boxed primitive in the width of its type.
  static final class Box extends InterpretedCodec {

    private final PrimitiveKind kind;

    Box(PrimitiveKind kind) {
      this.kind = kind;
    }

    @Override
    public boolean isTracked() {
      return false;
    }

    @Override
    public Form form() {
      return new Form.Plain(kind.widthBytes());
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      long end = Slots.reserve(position, kind.widthBytes(), limit);
      buffer.put(kind, position, value);
      return end;
    }

    @Override
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      Slots.finish(Slots.block(position, kind.widthBytes(), end), end);
      return buffer.get(kind, position);
    }
  }

  /// A constant of a registered enum.
  static final class Constant extends InterpretedCodec {

    private final EnumConstants constants;

    Constant(EnumConstants constants) {
      this.constants = constants;
    }

    @Override
    public boolean isTracked() {
      return false;
    }

    @Override
    public Form form() {
      return new Form.Constant(constants);
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      long end = Slots.reserve(position, Integer.BYTES, limit);
      buffer.putInt(position, Enums.number((Enum<?>) value));
      return end;
    }

    @Override
    @SuppressWarnings("NullAway") // the reader's options map unknown constants to null
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      Slots.finish(Slots.block(position, Integer.BYTES, end), end);
      int number = buffer.getInt(position);
      if (number == 0) {
        throw Failures.malformed("corrupt: an enum constant was expected", position);
      }
      return Enums.constant(number, constants, position);
    }
  }
}
