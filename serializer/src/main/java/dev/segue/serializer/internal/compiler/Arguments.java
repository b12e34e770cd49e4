// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.classfile.CodeBuilder;

/// The parameters that the methods for whole objects and containers share, as locals.
///
/// @param start where the value begins
/// @param end where it ends, or must end at the latest when it is written
/// @param depth how many more levels may be nested
record Arguments(int memory, int start, int end, int depth, int session) {

  /// @param first the index of the first of them, which follow one another
  static Arguments from(CodeBuilder code, int first) {
    return new Arguments(
        code.parameterSlot(first),
        code.parameterSlot(first + 1),
        code.parameterSlot(first + 2),
        code.parameterSlot(first + 3),
        code.parameterSlot(first + 4));
  }

  /// @param current the local of the position of the next value
  /// @param base the local of the position that slots count from
  Frame frame(int current, int base) {
    return new Frame(memory, current, end, depth, base, session);
  }
}
