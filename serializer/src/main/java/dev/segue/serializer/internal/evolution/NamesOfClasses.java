// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares the class names in consistent-mode payloads with the local classes.
final class NamesOfClasses {

  private NamesOfClasses() {}

  /// Checks that a class is the same on both sides.
  ///
  /// @param here the reader's class, or null
  /// @throws SerializationException if it is not
  static LocalType requireSame(TypeSchema written, @Nullable LocalType here, long position) {
    if (here == null) {
      throw Errors.of(
          Kind.UNREGISTERED_CLASS,
          "the payload contains a %s, which is not registered here, and no rule allows it"
              .formatted(written.name()),
          position);
    }
    if (here.kind() != written.kind() || here.fingerprint() != written.fingerprint()) {
      throw Failures.schemaMismatch(
          here.type(),
          Integer.toUnsignedLong(written.fingerprint()),
          Integer.toUnsignedLong(here.fingerprint()),
          position);
    }
    return here;
  }

  /// The local classes with a writer's numbers. If the writer does not name a class but uses its
  /// number for another class, it gets a free number.
  ///
  /// @param written the writer's classes by their local names
  static SchemaDocument numbered(
      SchemaDocument here, Map<String, TypeSchema> written, long position) {
    Set<Integer> theirs = new HashSet<>();
    for (TypeSchema type : written.values()) {
      int number = type.number();
      if (number < TypeRegistry.FIRST_USER_ID || number >= TypeRegistry.ID_LIMIT) {
        throw Errors.of(
            Kind.MALFORMED_INPUT,
            "corrupt: the payload gives %s the type number %d".formatted(type.name(), number),
            position);
      }
      theirs.add(number);
    }
    Set<Integer> taken = new HashSet<>(theirs);
    here.types().forEach(type -> taken.add(type.number()));
    List<TypeSchema> types = new ArrayList<>();
    for (TypeSchema type : here.types()) {
      TypeSchema there = written.get(type.name());
      int number = there == null ? type.number() : there.number();
      boolean isFree = there != null || (number != 0 && !theirs.contains(number));
      boolean isOnlyDeclared = number == 0 && type.kind() == TypeSchema.Kind.ENUM;
      types.add(type.numbered(isFree || isOnlyDeclared ? number : free(taken)));
    }
    return new SchemaDocument(here.compactNumbers(), types);
  }

  private static int free(Set<Integer> taken) {
    int number = TypeRegistry.ID_LIMIT - 1;
    while (!taken.add(number)) {
      number--;
    }
    return number;
  }
}
