// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.view.Accessor;
import dev.segue.serializer.internal.view.Places;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewPlan;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.Arrays;

/// Emits the methods of a view. They get at memory themselves, at fixed distances from where the
/// object begins, and not by way of code that other views share: so each sees its own kinds of
/// memory only.
final class ViewEmitter {

  static final ClassDesc BASE = Unit.describe(ViewBase.class);
  private static final ClassDesc SEGMENTS = Unit.describe(Segments.class);
  static final ClassDesc MEMORY = Unit.describe(MemorySegment.class);

  private final ViewPlan plan;
  private final ClassDesc self;
  private final Constants constants;

  ViewEmitter(ViewPlan plan, ClassDesc self, Constants constants) {
    this.plan = plan;
    this.self = self;
    this.constants = constants;
  }

  void emit(ClassBuilder builder) {
    for (Accessor accessor : plan.accessors()) {
      Method method = accessor.method();
      builder.withMethodBody(
          method.getName(),
          signature(method),
          ACC_PUBLIC,
          code -> new AccessorEmitter(code, accessor, self, constants).emit());
    }
  }

  private static MethodTypeDesc signature(Method method) {
    return MethodTypeDesc.of(
        Unit.describe(method.getReturnType()),
        Arrays.stream(method.getParameterTypes()).map(Unit::describe).toArray(ClassDesc[]::new));
  }

  static MethodTypeDesc signature(ClassDesc result, ClassDesc... parameters) {
    return MethodTypeDesc.of(result, parameters);
  }

  /// Leaves a value of a kind on the stack, `distance` bytes from the position in a local.
  static void get(CodeBuilder code, int segment, int position, long distance, PrimitiveKind kind) {
    ClassDesc layout = Unit.describe(ValueLayout.class).nested("Of" + kind.suffix());
    code.aload(segment).getstatic(SEGMENTS, kind.name(), layout).lload(position);
    if (distance != 0) {
      code.loadConstant(distance).ladd();
    }
    code.invokeinterface(
        MEMORY, "get", signature(Unit.describe(kind.primitive()), layout, CD_long));
  }

  /// Goes to a label if a position is [Places#NOWHERE].
  static void unless(CodeBuilder code, int position, Label nowhere) {
    code.lload(position).lconst_0().lcmp().iflt(nowhere);
  }
}
