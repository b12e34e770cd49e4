// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.view.Places;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/// Instructions that the methods of views and cursors share. They access memory directly instead of
/// through code shared by all views, so that each view sees only its own kinds of memory.
final class ViewInstructions {

  private ViewInstructions() {}

  /// Loads the value that is `distance` bytes from the position in a local variable.
  static void get(CodeBuilder code, int segment, int position, long distance, PrimitiveKind kind) {
    Dialect.SEGMENT.loadAddress(code, segment, position, kind);
    if (distance != 0) {
      code.loadConstant(distance).ladd();
    }
    Dialect.SEGMENT.get(code, kind);
  }

  /// Jumps to a label if a position is [Places#NOWHERE].
  static void branchIfNowhere(CodeBuilder code, int position, Label nowhere) {
    code.lload(position).lconst_0().lcmp().iflt(nowhere);
  }
}
