// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.MEMORY_SEGMENT;
import static dev.segue.serializer.internal.compiler.Descriptors.SLOTS;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.view.Accessor;
import dev.segue.serializer.internal.view.Places;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Emits the path from a view's object to a field: through the enclosing objects, and to the value
/// of the field's slot.
final class LocationEmitter {

  static final ClassDesc PLACES = Descriptors.of(Places.class);

  private final CodeBuilder code;

  /// The local variables for the object that the path has reached.
  final int segment;

  final int start;
  final int end;

  /// The local variables for a slot, and for the value that it locates.
  final int slot;

  final int begin;
  final int next;

  LocationEmitter(CodeBuilder code) {
    this.code = code;
    this.segment = code.allocateLocal(TypeKind.REFERENCE);
    this.start = code.allocateLocal(TypeKind.LONG);
    this.end = code.allocateLocal(TypeKind.LONG);
    this.slot = code.allocateLocal(TypeKind.INT);
    this.begin = code.allocateLocal(TypeKind.LONG);
    this.next = code.allocateLocal(TypeKind.LONG);
  }

  /// Begins at the view's own object.
  void emitStart(ClassDesc self) {
    code.aload(0).getfield(self, "segment", MEMORY_SEGMENT).astore(segment);
    code.aload(0).getfield(self, "start", CD_long).lstore(start);
    code.aload(0).getfield(self, "end", CD_long).lstore(end);
  }

  /// Moves to the object in a slot, or jumps if it is null.
  void emitStep(Accessor.Step step, Label absent) {
    emitExtent(step.owner(), step.slot());
    loadExtent();
    code.loadConstant(step.target().fixedBytes());
    code.invokestatic(PLACES, "object", signature(CD_long, CD_int, CD_long, CD_long, CD_int));
    code.lstore(start).lload(next).lstore(end);
    ViewInstructions.branchIfNowhere(code, start, absent);
  }

  /// Finds the start and the end of a slot's value.
  void emitExtent(ObjectLayout owner, Operation.Slot operation) {
    long base = owner.fixedBytes();
    if (!operation.equals(owner.slots().getFirst())) {
      code.lload(start).loadConstant(base).ladd();
      get(operation.offset() - Shape.SLOT_BYTES, PrimitiveKind.INT);
      code.loadConstant(Slots.TAG_BITS).iushr().i2l().ladd();
    } else {
      loadAfterNumbers(owner, owner.compact().size());
    }
    code.lstore(begin);
    get(operation.offset(), PrimitiveKind.INT);
    code.istore(slot).iload(slot);
    code.lload(start).loadConstant(base).ladd().lload(begin).lload(end);
    code.invokestatic(SLOTS, "end", signature(CD_long, CD_int, CD_long, CD_long, CD_long));
    code.lstore(next);
  }

  /// Loads the slot and the bounds of its value.
  void loadExtent() {
    code.iload(slot).lload(begin).lload(next);
  }

  /// Finds the start of a variable-length number.
  void emitBeginOf(ObjectLayout owner, Operation.Compact operation) {
    loadAfterNumbers(owner, owner.compact().indexOf(operation));
    code.lstore(begin);
  }

  /// Loads the position after an object's first `count` variable-length numbers.
  private void loadAfterNumbers(ObjectLayout owner, int count) {
    if (count > 0) {
      code.aload(segment);
    }
    code.lload(start).loadConstant((long) owner.fixedBytes()).ladd();
    if (count > 0) {
      code.lload(end).loadConstant(count);
      code.invokestatic(
          PLACES, "skip", signature(CD_long, MEMORY_SEGMENT, CD_long, CD_long, CD_int));
    }
  }

  /// Loads the memory, and the bounds of the rest of the object.
  void loadRest() {
    code.aload(segment).lload(begin).lload(end);
  }

  /// Loads the value at an offset in the object.
  void get(long offset, PrimitiveKind kind) {
    ViewInstructions.get(code, segment, start, offset, kind);
  }
}
