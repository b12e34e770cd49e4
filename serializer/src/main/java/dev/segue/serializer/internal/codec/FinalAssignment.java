// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.layout.StateFields;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Assigns all final fields of an object at once, as Java serialization does: see [SerialFields].
public final class FinalAssignment {

  /// The fields that one class declares.
  private record Level(SerialFields serial, List<Field> fields) {}

  private final List<Level> levels = new ArrayList<>();

  /// @param fields final fields that [SerialFields#canSet]
  public FinalAssignment(Collection<Field> fields) {
    for (Map.Entry<Class<?>, List<Field>> level : StateFields.byClass(fields).entrySet()) {
      SerialFields serial = SerialFields.find(level.getKey());
      levels.add(new Level(Objects.requireNonNull(serial, "it is serializable"), level.getValue()));
    }
  }

  /// Assigns values to fields. Other fields of the same classes keep their values.
  ///
  /// @throws ClassCastException if a value is of another type than its field
  public void assign(Object owner, Map<Field, @Nullable Object> values) {
    for (Level level : levels) {
      Map<String, @Nullable Object> state = new HashMap<>();
      for (Field field : level.fields) {
        if (values.containsKey(field)) {
          state.put(field.getName(), values.get(field));
        }
      }
      if (state.size() < level.serial.count()) {
        Map<String, @Nullable Object> all = level.serial.of(owner);
        all.putAll(state);
        state = all;
      }
      level.serial.set(owner, state);
    }
  }
}
