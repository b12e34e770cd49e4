// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.util.ClassUtils;
import org.springframework.util.MimeType;

/// Maps Spring's body types to types for a serializer.
final class Types {
  /// Types of raw bodies, which other converters write.
  private static final List<Class<?>> RAW =
      List.of(
          CharSequence.class,
          byte[].class,
          ByteBuffer.class,
          DataBuffer.class,
          Resource.class,
          InputStream.class);

  /// What Spring MVC makes of a `Flux`: a list, of a class that is not public.
  private static final String COLLECTED =
      "org.springframework.web.servlet.mvc.method.annotation.ReactiveTypeHandler$CollectedValuesList";

  private Types() {}

  /// Whether a class is a list of what a controller has sent one by one.
  static boolean isCollected(Class<?> type) {
    return type.getName().equals(COLLECTED);
  }

  static boolean isSegue(@Nullable MimeType type) {
    return type != null && type.equalsTypeAndSubtype(SegueMediaType.APPLICATION_SEGUE);
  }

  /// Whether bodies of a type may be payloads: false for types of raw bytes or characters.
  static boolean isObject(Class<?> type) {
    return RAW.stream().noneMatch(raw -> raw.isAssignableFrom(type));
  }

  /// Whether a declared type may have instances that can be written.
  static boolean canHaveWritable(Serializer serializer, Class<?> type) {
    return isObject(type)
        && (type == Object.class
            || type.isArray()
            || Modifier.isAbstract(type.getModifiers())
            || serializer.canWrite(type));
  }

  /// The type to read. An unresolved wildcard or type variable stands for its bound.
  static TypeRef<?> reference(ResolvableType type) {
    return TypeRef.of(resolved(type, new HashSet<>()).getType());
  }

  /// @param open the types being resolved, because the bound of a variable may contain the variable
  private static ResolvableType resolved(ResolvableType type, Set<Type> open) {
    if (type.isArray()) {
      return ResolvableType.forArrayComponent(resolved(type.getComponentType(), open));
    }
    Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class));
    ResolvableType[] arguments = type.getGenerics().clone();
    if (arguments.length == 0
        || arguments.length != raw.getTypeParameters().length
        || !open.add(type.getType())) {
      return ResolvableType.forRawClass(raw);
    }
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = resolved(arguments[i], open);
    }
    boolean _ = open.remove(type.getType());
    return ResolvableType.forClassWithGenerics(raw, arguments);
  }

  /// The element type if a stream can be read as this type, otherwise null.
  static @Nullable ResolvableType element(ResolvableType type) {
    if (type.isArray()) {
      return type.getComponentType();
    }
    Class<?> raw = type.resolve(Object.class);
    if (raw == Object.class) {
      return ResolvableType.forRawClass(Object.class);
    }
    return Iterable.class.isAssignableFrom(raw) && !Publisher.class.isAssignableFrom(raw)
        ? type.as(Iterable.class).getGeneric(0)
        : null;
  }
}
