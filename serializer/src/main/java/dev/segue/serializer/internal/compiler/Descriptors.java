// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.ScalarCodecs;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.codec.TypedValues;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.ReadOnlyCodec;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Map;

/// Descriptors of the run-time classes that generated code calls.
final class Descriptors {

  static final ClassDesc OBJECT = ConstantDescs.CD_Object;
  static final ClassDesc THROWABLE = ConstantDescs.CD_Throwable;
  static final ClassDesc ANY_EXCEPTION = of(RuntimeException.class);
  static final ClassDesc COLLECTION = of(Collection.class);
  static final ClassDesc MAP = of(Map.class);
  static final ClassDesc MEMORY_SEGMENT = of(MemorySegment.class);

  static final ClassDesc CODEC = of(ObjectCodec.class);
  static final ClassDesc ENUMS = of(Enums.class);
  static final ClassDesc ENUM_CONSTANTS = of(EnumConstants.class);
  static final ClassDesc EXCEPTION = of(SerializationException.class);
  static final ClassDesc FAILURES = of(Failures.class);
  static final ClassDesc KIND = of(ContainerKind.class);
  static final ClassDesc SCALAR_CODEC = of(ScalarCodec.class);
  static final ClassDesc SCALAR_CODECS = of(ScalarCodecs.class);
  static final ClassDesc BUFFER = of(PayloadBuffer.class);
  static final ClassDesc OPTIONS = of(Options.class);
  static final ClassDesc REGISTRY = of(TypeRegistry.class);
  static final ClassDesc READ_ONLY_CODEC = of(ReadOnlyCodec.class);
  static final ClassDesc SEQUENCES = of(Sequences.class);
  static final ClassDesc SESSION = of(Session.class);
  static final ClassDesc SHAPE_CODEC = of(ShapeCodec.class);
  static final ClassDesc SLOTS = of(Slots.class);
  static final ClassDesc TABLE = of(Shape.Table.class);
  static final ClassDesc TYPED_VALUES = of(TypedValues.class);
  static final ClassDesc VARINTS = of(Varints.class);
  static final ClassDesc VIEW = of(ViewBase.class);

  private Descriptors() {}

  static ClassDesc of(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  static MethodTypeDesc signature(ClassDesc result, ClassDesc... parameters) {
    return MethodTypeDesc.of(result, parameters);
  }
}
