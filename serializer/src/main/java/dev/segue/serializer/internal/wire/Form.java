// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.util.List;

/// The wire format of a type's values, for code that inspects bytes without creating objects.
/// `docs/format.md` uses the same terms.
public sealed interface Form {

  /// Bytes that only the codec understands.
  Form OPAQUE = new Opaque();

  /// A JDK value that its codec reads from a few bytes, without running user code.
  ///
  /// @param widthBytes the number of bytes, or [#ANY_WIDTH]
  record Plain(int widthBytes) implements Form {}

  /// All bytes up to the value's end.
  int ANY_WIDTH = -1;

  /// A slot, then the bytes of a string.
  record Text() implements Form {}

  /// The bare elements of an array.
  record Elements(PrimitiveKind kind) implements Form {}

  /// An enum constant: its ordinal plus one, in four bytes.
  record Constant(EnumConstants constants) implements Form {}

  /// A fixed number of values of any class, then rows, if there are columns.
  record Parts(int count, List<Shape> columns) implements Form {
    public Parts {
      columns = List.copyOf(columns);
    }
  }

  /// A tree, see [TreeCodes], that begins with a count.
  ///
  /// @param columns the number of values in a row
  record Tree(int columns) implements Form {}

  /// The class of an array's elements, then rows of them.
  record AnyArray() implements Form {}

  /// Bytes that only the codec understands.
  record Opaque() implements Form {}
}
