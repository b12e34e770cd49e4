// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.util.List;

/// How the values of a type stand on the wire, for who looks at bytes without making objects of
/// them. `docs/format.md` has the same words.
public sealed interface Form {

  /// What only the codec knows.
  Form OPAQUE = new Opaque();

  /// A value of the JDK that its codec makes of a few bytes, running nobody else's code.
  ///
  /// @param widthBytes how many, or [#ANY_WIDTH]
  record Plain(int widthBytes) implements Form {}

  /// So many bytes as there are.
  int ANY_WIDTH = -1;

  /// A slot, then the bytes of a string.
  record Text() implements Form {}

  /// The bare elements of an array.
  record Elements(PrimitiveKind kind) implements Form {}

  /// A constant of an enum: its ordinal plus one, in four bytes.
  record Constant(EnumConstants constants) implements Form {}

  /// A number of values of any class, then rows, if there are columns.
  record Parts(int count, List<Shape> columns) implements Form {
    public Parts {
      columns = List.copyOf(columns);
    }
  }

  /// The class of an array's elements, then rows of them.
  record AnyArray() implements Form {}

  /// What only the codec knows.
  record Opaque() implements Form {}
}
