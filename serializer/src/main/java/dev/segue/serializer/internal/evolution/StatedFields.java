// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.jdk.ThrowableState;
import dev.segue.serializer.internal.layout.StateFields;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The fields of a throwable: payloads contain the name of each field and of its class, next to its
/// value, instead of a schema. They are matched with the fields of other versions like fields of
/// beans, see [FieldTargets].
public final class StatedFields {

  private final Class<?> type;
  private final Map<String, Field> written = new LinkedHashMap<>();
  private final Map<Field, Supplier<Object>> defaults = new HashMap<>();

  /// @param base the superclass at which the fields end: its own fields and inherited ones are
  ///   excluded
  /// @throws dev.segue.serializer.SerializationException if the default value of a field is not of
  ///   its type
  public StatedFields(Class<?> type, Class<?> base) {
    this.type = type;
    List<Class<?>> hierarchy = new ArrayList<>();
    for (Class<?> c = type; c != base; c = c.getSuperclass()) {
      hierarchy.addFirst(c);
    }
    for (Class<?> c : hierarchy) {
      for (Field field : c.getDeclaredFields()) {
        boolean isWritten = StateFields.isState(field);
        if (isWritten) {
          written.put(ThrowableState.key(c, field.getName()), field);
        }
        Supplier<Object> value =
            isWritten || StateFields.isIgnored(field) ? Defaults.of(field) : null;
        if (value != null) {
          defaults.put(field, value);
        }
      }
    }
  }

  /// The fields that are written, by their keys; fields of superclasses come first.
  public Map<String, Field> written() {
    return written;
  }

  /// The default values of fields, created for each object.
  public Map<Field, Supplier<Object>> defaults() {
    return defaults;
  }

  /// The reader's fields for the keys in a payload. Keys of JDK classes, and of fields that the
  /// reader does not have, are left out.
  ///
  /// @throws dev.segue.serializer.SerializationException if several fields of the same name cannot
  ///   be told apart
  public Map<String, Field> match(Collection<String> keys) {
    Map<String, Field> matched = new LinkedHashMap<>();
    List<String> stated = new ArrayList<>();
    boolean isMoved = false;
    for (String key : keys) {
      Field field = written.get(key);
      if (field != null) {
        matched.put(key, field);
      }
      if (!key.startsWith("java.") && key.indexOf(ThrowableState.SEPARATOR) >= 0) {
        stated.add(key);
        isMoved |= field == null;
      }
    }
    return isMoved ? matchMoved(stated) : matched;
  }

  private Map<String, Field> matchMoved(List<String> keys) {
    List<FieldSchema> fields = keys.stream().map(StatedFields::parse).toList();
    @Nullable Field[] targets =
        FieldTargets.of(fields, type.getName(), type, List.copyOf(written.values()));
    Map<String, Field> matched = new LinkedHashMap<>();
    for (int i = 0; i < targets.length; i++) {
      Field target = targets[i];
      if (target != null) {
        matched.put(keys.get(i), target);
      }
    }
    return matched;
  }

  private static FieldSchema parse(String key) {
    int at = key.indexOf(ThrowableState.SEPARATOR);
    return new FieldSchema(key.substring(at + 1), key.substring(0, at), new ValueSchema.Any());
  }
}
