// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Varints;
import java.util.List;

/// The lines of values that hold no other values.
final class ScalarLines {

  private static final int MOST_ELEMENTS = 8;
  private static final int MOST_VARINT_BYTES = 10;

  /// The maximum length of a JDK value that is read to show its `toString`.
  static final int MOST_PLAIN_BYTES = 512;

  private final Bytes bytes;
  private final Report report;

  ScalarLines(Bytes bytes, Report report) {
    this.bytes = bytes;
    this.report = report;
  }

  /// A value that is read by its codec.
  void plain(Node node, TypeEntry entry, Form.Plain form) {
    if (node.bytes() > MOST_PLAIN_BYTES) {
      report.line(node, ": " + bytes.hex(node.begin(), node.end()));
      return;
    }
    byte[] own = bytes.copy(node.begin(), node.bytes());
    try {
      Object value = entry.codec().read(own, 0, own.length, 1, null);
      report.line(node, " = " + Quote.plain(String.valueOf(value)));
    } catch (SerializationException e) {
      report.line(node, ": " + bytes.hex(node.begin(), node.end()));
      throw Damage.corrupt(
          node.begin(),
          form.widthBytes() == Form.ANY_WIDTH || form.widthBytes() == node.bytes()
              ? "not the bytes of a " + entry.type().getName()
              : "%d bytes expected, %d found".formatted(form.widthBytes(), node.bytes()));
    }
  }

  /// An array of primitives.
  void elements(Node node, PrimitiveKind kind) {
    int width = kind.widthBytes();
    long count = node.bytes() / width;
    StringBuilder text = new StringBuilder();
    long shown = Math.min(count, MOST_ELEMENTS);
    for (long i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ", ").append(bytes.scalar(kind, node.begin() + i * width));
    }
    report.line(
        node,
        ": %s[%d] {%s%s}"
            .formatted(kind.primitive().getName(), count, text, shown < count ? ", ..." : ""));
    bytes.require(node.begin(), node.bytes());
    if (count * width != node.bytes()) {
      throw Damage.corrupt(
          node.begin(), "%d bytes are not a multiple of %d".formatted(node.bytes(), width));
    }
  }

  /// A compact number.
  ///
  /// @param node the bytes from the number on
  /// @return the end of the number
  long compact(Node node, Operation.Compact compact) {
    long begin = node.begin();
    long most = Math.min(Math.min(MOST_VARINT_BYTES, node.bytes()), bytes.left(begin));
    if (most == 0) {
      bytes.require(begin, 1);
    }
    byte[] own = bytes.copy(begin, most);
    try {
      boolean isNull = compact.isBoxed() && Varints.isNull(own, 0, own.length);
      long number = isNull ? 0 : Varints.getLong(own, 0, own.length);
      long end = begin + (isNull ? Varints.NULL_BYTES : Varints.size(number));
      Node line = new Node(node.label(), begin, end, node.level());
      report.line(line, " = " + (isNull ? "null" : Long.toString(number)));
      return end;
    } catch (SerializationException e) {
      if (most < MOST_VARINT_BYTES && most < node.bytes()) {
        throw Damage.cutOff(begin, most + 1, most);
      }
      throw Damage.corrupt(
          begin, node.label() + " = not a compact number: " + bytes.hex(begin, node.end()));
    }
  }

  /// A value without a slot: a field or an element.
  ///
  /// @param bitmap the offset of the null bitmap, if the value is boxed
  /// @param bit the bit of the value in the null bitmap
  void inline(Node node, Shape.Inline shape, long bitmap, int bit) {
    long at = node.begin();
    String text =
        switch (shape) {
          case Shape.Primitive primitive -> bytes.scalar(primitive.kind(), at);
          case Shape.Boxed boxed ->
              (bytes.number(bitmap + NullBitmap.offset(bit), 1) & NullBitmap.mask(bit)) != 0
                  ? "null"
                  : bytes.scalar(boxed.kind(), at);
          case Shape.EnumConstant constant ->
              constant(constant.constants(), bytes.number(at, constant.widthBytes()));
        };
    report.line(node, " = " + text);
  }

  static String constant(EnumConstants constants, int number) {
    List<String> names = constants.names();
    return number == 0
        ? "null"
        : number > 0 && number <= names.size()
            ? names.get(number - 1)
            : "! constant " + number + " of " + names.size();
  }
}
