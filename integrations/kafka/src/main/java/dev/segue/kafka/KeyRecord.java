// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.serializer.Alias;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// A record as a key: a fingerprint of names and types of its components, then the components in
/// order, each in the form of its [KeyPart].
///
/// The name of a component is its first [Alias], if it has one: so a component can be renamed
/// without a change of the key. The name of the record does not matter. Any other change of the
/// record changes the bytes, and old keys fail to be read.
final class KeyRecord {
  private static final int FINGERPRINT_BYTES = 4;

  /// A component.
  ///
  /// @param nested the components of a record; null for others
  private record Component(
      String name,
      Class<?> type,
      MethodHandle getter,
      @Nullable KeyPart part,
      @Nullable KeyEnum constants,
      @Nullable KeyRecord nested) {

    void write(Object owner, KeyBytes out) {
      Object value = get(owner);
      if (!type.isPrimitive()) {
        out.put(value == null ? 0 : 1);
      }
      if (value == null) {
        return;
      }
      if (nested != null) {
        nested.writeComponents(value, out);
      } else if (part != null) {
        part.write(value, out);
      } else {
        KeyPart.putText(((Enum<?>) value).name(), out);
      }
    }

    private @Nullable Object get(Object owner) {
      try {
        return (Object) getter.invokeExact(owner);
      } catch (Throwable e) {
        throw new AssertionError("the fields of a record can be read", e);
      }
    }

    @Nullable Object read(ByteBuffer in) {
      if (!type.isPrimitive() && KeyPart.BOOLEAN.readChecked(in).equals(false)) {
        return null;
      }
      if (nested != null) {
        return nested.readComponents(in);
      }
      if (constants != null) {
        return constants.of((String) KeyPart.STRING.readChecked(in));
      }
      return part == null ? null : part.readChecked(in);
    }

    String description() {
      return name
          + ':'
          + (nested != null ? nested.description() : part != null ? part.name() : "ENUM")
          + (type.isPrimitive() ? "" : "?");
    }
  }

  private final Class<?> type;
  private final MethodHandle constructor;
  private final List<Component> components;
  private final byte[] fingerprint;

  private KeyRecord(Class<?> type, MethodHandle constructor, List<Component> components) {
    this.type = type;
    this.constructor = constructor;
    this.components = components;
    this.fingerprint = Arrays.copyOf(sha256(description()), FINGERPRINT_BYTES);
  }

  /// @throws ConfigException if a component's type is not supported, or the record cannot be
  ///   accessed
  static KeyRecord of(Class<?> type) {
    try {
      return of(type, new HashSet<>());
    } catch (InaccessibleObjectException e) {
      throw new ConfigException(
          SegueKafkaConfig.KEY_TYPE,
          type.getName(),
          "open its package to dev.segue.kafka: " + e.getMessage());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a record has a canonical constructor", e);
    }
  }

  private static KeyRecord of(Class<?> type, Set<Class<?>> outer)
      throws ReflectiveOperationException {
    if (!outer.add(type)) {
      throw refusal(type, "it holds a record of its own class; " + KeyForm.SUPPORTED);
    }
    if (!Modifier.isFinal(type.getMethod("equals", Object.class).getModifiers())) {
      throw refusal(
          type,
          "it declares its own equals, so that equal keys may have different bytes; remove the"
              + " method");
    }
    List<Component> components = new ArrayList<>();
    RecordComponent[] found = type.getRecordComponents();
    for (RecordComponent component : found) {
      components.add(component(component, outer));
    }
    outer.remove(type);
    Class<?>[] types = Arrays.stream(found).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> canonical = type.getDeclaredConstructor(types);
    canonical.setAccessible(true);
    MethodHandle constructor =
        MethodHandles.lookup()
            .unreflectConstructor(canonical)
            .asFixedArity()
            .asSpreader(Object[].class, types.length)
            .asType(MethodType.methodType(Object.class, Object[].class));
    return new KeyRecord(type, constructor, List.copyOf(components));
  }

  private static Component component(RecordComponent component, Set<Class<?>> outer)
      throws ReflectiveOperationException {
    Class<?> owner = component.getDeclaringRecord();
    Class<?> type = component.getType();
    Field field = owner.getDeclaredField(component.getName());
    field.setAccessible(true);
    MethodHandle getter =
        MethodHandles.lookup()
            .unreflectGetter(field)
            .asType(MethodType.methodType(Object.class, Object.class));
    KeyPart part = KeyPart.of(type);
    if (part == null && !type.isEnum() && !type.isRecord()) {
      throw refusal(
          owner,
          "its component %s is a %s, of which equal objects may have different bytes; %s"
              .formatted(component.getName(), type.getTypeName(), KeyForm.SUPPORTED));
    }
    Alias alias = component.getAnnotation(Alias.class);
    return new Component(
        alias == null || alias.value().length == 0 ? component.getName() : alias.value()[0],
        type,
        getter,
        part,
        type.isEnum() ? new KeyEnum(type) : null,
        type.isRecord() ? of(type, outer) : null);
  }

  private static ConfigException refusal(Class<?> type, String reason) {
    return new ConfigException(SegueKafkaConfig.KEY_TYPE, type.getName(), reason);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("each JDK has SHA-256", e);
    }
  }

  private String description() {
    return components.stream()
        .map(Component::description)
        .collect(Collectors.joining(",", "(", ")"));
  }

  byte[] write(Object key) {
    KeyBytes out = new KeyBytes();
    out.putAll(fingerprint);
    writeComponents(key, out);
    return out.toArray();
  }

  private void writeComponents(Object key, KeyBytes out) {
    for (Component component : components) {
      component.write(key, out);
    }
  }

  Object read(ByteBuffer in) {
    byte[] found = new byte[Math.min(in.remaining(), FINGERPRINT_BYTES)];
    in.get(found);
    if (!Arrays.equals(found, fingerprint)) {
      throw new MalformedRecordException(
          "the key is no %s with the components %s".formatted(type.getName(), description()));
    }
    return readComponents(in);
  }

  private Object readComponents(ByteBuffer in) {
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = components.get(i).read(in);
    }
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new MalformedRecordException(
          "the constructor of %s refuses the key: %s".formatted(type.getName(), e), e);
    }
  }
}
