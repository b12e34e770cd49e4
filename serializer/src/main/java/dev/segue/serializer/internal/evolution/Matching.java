// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Builds the model for reading objects of a writer's class into objects of the reader's class;
/// [FieldTargets] matches their fields.
final class Matching {

  private final Resolver resolver;

  Matching(Resolver resolver) {
    this.resolver = resolver;
  }

  /// The reader's class with the fields of the writer's class.
  ///
  /// @throws SerializationException if a field cannot hold the values that were written
  ClassModel model(TypeSchema written, LocalType here) {
    ClassModel own = here.requireModel();
    Set<Field> taken = new HashSet<>();
    List<FieldModel> fields = new ArrayList<>();
    @Nullable Field[] targets = FieldTargets.of(written, own);
    for (int i = 0; i < targets.length; i++) {
      Field target = targets[i];
      if (target != null) {
        taken.add(target);
      }
      fields.add(field(written.fields().get(i), target, own.type()));
    }
    Map<Field, Supplier<Object>> defaults = Defaults.ofOthers(own, taken);
    return new ClassModel(own.type(), own.creation(), fields, own.components(), defaults, true);
  }

  private FieldModel field(FieldSchema field, @Nullable Field target, Class<?> type) {
    String owner = field.ownerName().isEmpty() ? type.getName() : field.ownerName();
    if (target == null) {
      Shape shape = resolver.skipped(field.value());
      return new FieldModel(field.name(), owner, shape, null, null);
    }
    Resolver.Resolved resolved = resolver.field(field.value(), target, type);
    Conversion conversion = resolved.fits() ? null : conversion(resolved.shape(), target, type);
    return new FieldModel(field.name(), owner, resolved.shape(), target, conversion);
  }

  private Conversion conversion(Shape written, Field target, Class<?> type) {
    PrimitiveKind to = PrimitiveKind.ofPrimitive(target.getType());
    if (written instanceof Shape.Primitive(PrimitiveKind from)
        && to != null
        && Conversion.Widening.isLossless(from, to)) {
      return new Conversion.Widening(from, to);
    }
    Converter converter = resolver.converter(target, type);
    // Done here because, for values in the fixed block, no caller adds the field to the error's
    // path.
    return written instanceof Shape.Inline
        ? new Conversion.Named(converter, FieldModel.qualifiedName(target))
        : converter;
  }
}
