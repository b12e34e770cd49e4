// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import io.activej.codegen.DefiningClassLoader;
import io.activej.serializer.BinarySerializer;
import io.activej.serializer.CompatibilityLevel;
import io.activej.serializer.SerializerFactory;
import io.activej.serializer.def.ForwardingSerializerDef;
import io.activej.serializer.def.SerializerDef;
import io.activej.serializer.def.SerializerDefs;
import io.activej.serializer.def.impl.ClassSerializerDef;
import io.activej.types.scanner.TypeScannerRegistry.Context;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// ActiveJ's serializer, with the fields declared in code instead of annotations.
final class ActiveJCodec extends ArrayCodec {
  private static final int ANY_VERSION = -1;

  private final BinarySerializer<Object> serializer;

  ActiveJCodec(GraphCase graphCase) {
    super(graphCase.buffer(), GraphCase.BUFFER_BYTES);
    encoded = new byte[GraphCase.BUFFER_BYTES];
    var factory = SerializerFactory.builder();
    factory.withCompatibilityLevel(CompatibilityLevel.LEVEL_4_LE);
    var known = new HashMap<Class<?>, Optional<SerializerDef>>();
    for (Class<?> type : graphCase.object().userTypes()) {
      if (!type.isEnum()) {
        factory.with(type, context -> once(type, context, known));
      }
    }
    this.serializer =
        factory
            .build()
            .create(
                DefiningClassLoader.create(ActiveJCodec.class.getClassLoader()),
                (Type) graphCase.object().type());
  }

  /// Handles a self-referential class, which occurs again before its definition is complete.
  private static SerializerDef once(
      Class<?> type, Context<SerializerDef> context, Map<Class<?>, Optional<SerializerDef>> known) {
    if (known.putIfAbsent(type, Optional.empty()) != null) {
      return new ForwardingSerializerDef() {
        @Override
        protected SerializerDef serializer() {
          return known.getOrDefault(type, Optional.empty()).orElseThrow();
        }
      };
    }
    SerializerDef done = fields(type, context);
    known.put(type, Optional.of(done));
    return done;
  }

  private static SerializerDef fields(Class<?> type, Context<SerializerDef> context) {
    var builder = ClassSerializerDef.builder(type);
    for (Field field : type.getFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        SerializerDef def = context.scan(field.getGenericType());
        builder.withField(
            field,
            field.getType().isPrimitive() ? def : SerializerDefs.ofNullable(def),
            ANY_VERSION,
            ANY_VERSION);
      }
    }
    return builder.build();
  }

  @Override
  protected int encode(Object object) {
    return serializer.encode(encoded, 0, object);
  }

  @Override
  protected Object decode(byte[] bytes, int length) {
    return serializer.decode(bytes, 0);
  }
}
