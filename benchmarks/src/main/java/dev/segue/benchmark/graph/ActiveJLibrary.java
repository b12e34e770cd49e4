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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// ActiveJ's serializer, with the fields declared in code instead of annotations.
final class ActiveJLibrary implements GraphLibrary {
  private static final int ANY_VERSION = -1;

  @Override
  public Optional<String> absence(GraphCase graphCase) {
    if (graphCase.references()) {
      return Optional.of("activej supports references only in annotated classes");
    }
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      return Optional.of("activej reads other versions of a class only if fields are annotated");
    }
    return Optional.empty();
  }

  /// It asks for none.
  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    var factory = SerializerFactory.builder();
    factory.withCompatibilityLevel(CompatibilityLevel.LEVEL_4_LE);
    var known = new HashMap<Class<?>, Optional<SerializerDef>>();
    for (Class<?> type : graphCase.object().userTypes()) {
      if (!type.isEnum()) {
        factory.with(type, context -> once(type, context, known));
      }
    }
    BinarySerializer<Object> serializer =
        factory
            .build()
            .create(
                DefiningClassLoader.create(ActiveJLibrary.class.getClassLoader()),
                (Type) graphCase.object().type());
    return new Codec(serializer, graphCase.buffer());
  }

  /// Handles a class that refers to itself, which is met again before its definition is complete.
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

  private static final class Codec extends ArrayCodec {
    private final BinarySerializer<Object> serializer;
    private final byte[] array = new byte[GraphCase.BUFFER_BYTES];

    Codec(BinarySerializer<Object> serializer, GraphCase.Buffer buffer) {
      super(buffer);
      this.serializer = serializer;
    }

    @Override
    int encode(Object object) {
      return serializer.encode(array, 0, object);
    }

    @Override
    byte[] encoded() {
      return array;
    }

    @Override
    Object decode(byte[] bytes, int length) {
      return serializer.decode(bytes, 0);
    }
  }
}
