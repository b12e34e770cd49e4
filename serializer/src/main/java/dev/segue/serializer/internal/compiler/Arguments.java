// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.classfile.CodeBuilder;

/// The common parameters of the methods for whole objects and containers, as local variables.
///
/// @param start the start of the value
/// @param end the end of the value; when writing, the limit for it
/// @param depth the number of nesting levels left
record Arguments(int memory, int start, int end, int depth, int session) {

  /// @param first the index of the first parameter; the others follow it
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
