// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.compiler.CodecCompiler;
import dev.segue.serializer.exec.Access;
import dev.segue.serializer.exec.Interpreter;
import dev.segue.serializer.exec.ObjectCodec;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.model.ClassModel;
import dev.segue.serializer.model.ClassModels;
import dev.segue.serializer.model.Fingerprint;
import dev.segue.serializer.model.Shapes;
import dev.segue.serializer.plan.ObjectPlan;
import dev.segue.serializer.plan.Planner;
import dev.segue.serializer.types.JdkTypes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Gathers what a serializer may meet. Not safe for several threads; what it builds is.
public final class SerializerBuilder {

  private static final int DEFAULT_MAX_DEPTH = 512;
  private static final int MAX_CLASSES = TypeRegistry.ID_LIMIT - TypeRegistry.FIRST_USER_ID;

  private final Map<Class<?>, Integer> ids = new LinkedHashMap<>();
  private Execution execution = Execution.COMPILED;
  private int maxDepth = DEFAULT_MAX_DEPTH;

  SerializerBuilder() {}

  /// Registers classes: beans, records and enums whose objects may be written, and made when a
  /// payload is read. Their numbers on the wire count up from zero in the order of registration, so
  /// writer and reader must register the same classes in the same order. Enums need registration
  /// only where a field's declared type does not name them.
  ///
  /// @param types the classes
  /// @return this
  /// @throws SerializationException if a class can never be serialized; the message says why
  /// @throws IllegalArgumentException if a class is registered already
  public SerializerBuilder register(Class<?>... types) {
    for (Class<?> type : types) {
      ClassModels.requireSerializable(type);
      Integer earlier = ids.putIfAbsent(type, ids.size());
      if (earlier != null) {
        throw new IllegalArgumentException(
            "%s is registered already, with id=%d; this would be id=%d"
                .formatted(type.getName(), earlier, ids.size()));
      }
      if (ids.size() > MAX_CLASSES) {
        throw new IllegalArgumentException("more than " + MAX_CLASSES + " classes");
      }
    }
    return this;
  }

  /// Sets how plans are executed.
  ///
  /// @param execution compiled by default
  /// @return this
  public SerializerBuilder execution(Execution execution) {
    this.execution = execution;
    return this;
  }

  /// Sets how many levels of objects and lists may be nested, when writing and when reading. A
  /// graph with a cycle fails at this depth.
  ///
  /// @param maxDepth 512 by default
  /// @return this
  /// @throws IllegalArgumentException if not positive
  public SerializerBuilder maxDepth(int maxDepth) {
    if (maxDepth <= 0) {
      throw new IllegalArgumentException("maxDepth=" + maxDepth);
    }
    this.maxDepth = maxDepth;
    return this;
  }

  /// Builds the serializer. Classes are examined now; code for them is generated when they are
  /// first met.
  ///
  /// @return an immutable serializer
  /// @throws SerializationException if a class cannot be serialized or reached
  public Serializer build() {
    ClassModels reader = new ClassModels(new Shapes(ids.keySet()));
    Map<Class<?>, ClassModel> models = new HashMap<>();
    for (Class<?> type : ids.keySet()) {
      if (!type.isEnum()) {
        models.put(type, reader.of(type));
        Access.lookupIn(type);
      }
    }
    TypeRegistry registry = new TypeRegistry();
    JdkTypes.addTo(registry);
    ids.forEach((type, id) -> {
      int wireId = TypeRegistry.FIRST_USER_ID + id;
      ClassModel model = models.get(type);
      if (model == null) {
        registry.addEnum(type, wireId, Fingerprint.ofEnum(type));
      } else {
        int fingerprint = Fingerprint.of(type, models);
        ObjectPlan plan = Planner.plan(model);
        registry.add(type, wireId, fingerprint, () -> codec(plan, registry, execution));
      }
    });
    return new Serializer(registry, maxDepth);
  }

  private static ObjectCodec codec(ObjectPlan plan, TypeRegistry registry, Execution execution) {
    return execution == Execution.COMPILED && CodecCompiler.canCompile(plan.type())
        ? CodecCompiler.compile(plan, registry)
        : new Interpreter(plan, registry);
  }
}
