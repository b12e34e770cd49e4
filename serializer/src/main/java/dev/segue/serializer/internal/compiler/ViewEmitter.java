// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;

import dev.segue.serializer.internal.view.Accessor;
import dev.segue.serializer.internal.view.ViewPlan;
import java.lang.classfile.ClassBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.Arrays;

/// Emits the methods of a view.
final class ViewEmitter {

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
      builder.withMethodBody(
          accessor.method().getName(),
          descriptor(accessor.method()),
          ACC_PUBLIC,
          code -> new AccessorEmitter(code, accessor, self, constants).emit());
    }
  }

  private static MethodTypeDesc descriptor(Method method) {
    return MethodTypeDesc.of(
        Descriptors.of(method.getReturnType()),
        Arrays.stream(method.getParameterTypes()).map(Descriptors::of).toArray(ClassDesc[]::new));
  }
}
