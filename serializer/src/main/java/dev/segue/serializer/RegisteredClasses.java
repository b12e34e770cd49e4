// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.custom.UserKinds;
import dev.segue.serializer.internal.custom.UserTypes;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.Fingerprint;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.SerialForm;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The classes that were registered with a serializer. Determines how objects of a class are
/// written, also for classes that rules allow.
final class RegisteredClasses {

  private final Map<Class<?>, Integer> ids;
  private final Map<Class<?>, TypeSurrogate<?, ?>> surrogates;
  private final Set<Class<?>> javaSerialized;
  private final Set<Class<?>> skippingTransients;
  private final Set<Class<?>> plainContainers;

  /// @param registrations the registered classes; later registrations have no effect
  RegisteredClasses(Registrations registrations) {
    this.ids = registrations.ids();
    this.surrogates = registrations.surrogates();
    this.javaSerialized = registrations.javaSerialized();
    this.skippingTransients = registrations.skippingTransients();
    this.plainContainers = registrations.plainContainers();
  }

  /// The classes with their ids, in the order of registration.
  Map<Class<?>, Integer> ids() {
    return ids;
  }

  /// The containers that are written as their content alone.
  Set<Class<?>> plainContainers() {
    return plainContainers;
  }

  /// The classes with their own layout.
  Set<Class<?>> plain() {
    Set<Class<?>> plain = new HashSet<>();
    for (Class<?> type : ids.keySet()) {
      if (kind(type) == TypeSchema.Kind.PLAIN) {
        plain.add(type);
      }
    }
    return plain;
  }

  TypeSchema.Kind kind(Class<?> type) {
    if (surrogates.containsKey(type)) {
      return TypeSchema.Kind.CODEC;
    }
    if (javaSerialized.contains(type)) {
      return TypeSchema.Kind.SERIALIZED;
    }
    if (type.isArray()) {
      return TypeSchema.Kind.ARRAY;
    }
    return type.isEnum() ? TypeSchema.Kind.ENUM : UserKinds.kind(type);
  }

  /// The class that is written in place of a class with a surrogate; null for any other class.
  @Nullable Class<?> surrogateOf(Class<?> type) {
    TypeSurrogate<?, ?> surrogate = surrogates.get(type);
    return surrogate == null ? null : surrogate.surrogate();
  }

  TypeSurrogate<?, ?> surrogate(Class<?> type) {
    return Objects.requireNonNull(surrogates.get(type), "it has a surrogate");
  }

  /// Whether a registration for the class or a superclass already determines how it is written, so
  /// that rules do not apply.
  boolean isReplaced(Class<?> type) {
    for (TypeSurrogate<?, ?> surrogate : surrogates.values()) {
      if (surrogate.includesSubclasses() && surrogate.type().isAssignableFrom(type)) {
        return true;
      }
    }
    return isPlainContainer(type);
  }

  private boolean isPlainContainer(Class<?> type) {
    return (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type))
        && plainContainers.stream().anyMatch(container -> container.isAssignableFrom(type));
  }

  /// Rejects a class whose objects have state outside their fields, unless a replacement is
  /// written.
  void requireState(Class<?> type) {
    if (kind(type) == TypeSchema.Kind.THROWABLE) {
      ClassModels.requireNoSecondInstance(type);
    }
    String hidden = hidden(type);
    if (hidden != null && !SerialForm.isReplaced(type)) {
      throw new SerializationException(
          Kind.UNSUPPORTED_TYPE,
          "cannot serialize %s: %s; use .registerJavaSerialized(%s), a TypeSurrogate, or, if these fields"
                  .formatted(type.getName(), hidden, NameInCode.of(type))
              + " need not be kept, add .skipTransientFields(%s)".formatted(NameInCode.of(type)));
    }
  }

  /// Why objects of a class have state outside their fields; null if they have none.
  @Nullable String hidden(Class<?> type) {
    return switch (kind(type)) {
      case CODEC, SERIALIZED, ARRAY, ENUM, EXTERNALIZABLE -> null;
      case PLAIN, EXTENSION, HOOKED, HOOKED_EXTENSION, THROWABLE ->
          skippingTransients.contains(type) ? null : SerialForm.describeHidden(type);
    };
  }

  int fingerprint(
      Class<?> type, TypeSchema.Kind kind, Shapes in, Map<Class<?>, ClassModel> models) {
    return switch (kind) {
      case PLAIN, EXTENSION, HOOKED, HOOKED_EXTENSION -> Fingerprint.of(type, models);
      case ENUM -> Fingerprint.ofEnum(type);
      case ARRAY -> Fingerprint.ofArray(in.of(type), models);
      case CODEC -> {
        Class<?> surrogate = surrogate(type).surrogate();
        yield Fingerprint.ofText("codec " + type.getName() + " as " + surrogate.getName());
      }
      case SERIALIZED -> Fingerprint.ofText("serialized " + type.getName());
      case THROWABLE, EXTERNALIZABLE -> Fingerprint.ofText(UserTypes.describe(type));
    };
  }

  /// The classes allowed in Java serialization streams: classes registered for it, and enums, since
  /// reading an enum creates no object.
  Set<Class<?>> allowedInStreams() {
    Set<Class<?>> allowed = new HashSet<>(javaSerialized);
    for (Class<?> type : ids.keySet()) {
      if (type.isEnum()) {
        allowed.add(type);
      }
    }
    return allowed;
  }
}
