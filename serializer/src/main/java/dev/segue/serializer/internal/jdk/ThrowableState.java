// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Slots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a throwable is made of, as far as classes of the JDK hold it, as parts: the message; the
/// cause; whether that is still to be told, which is another thing than no cause; the stack trace,
/// null if there can be none; the suppressed ones, null if there can be none; and the serial fields
/// of the classes below `Throwable`, by the class's binary name, a `#` and the field's name.
@SuppressWarnings({
  "NullAway", // a part that is missing is an error, whoever finds it
  "ReferenceEquality" // a throwable that is its own cause has none yet
})
public final class ThrowableState {

  private static final SerialFields THROWABLE = SerialFields.of(Throwable.class);
  private static final String CAUSE = "cause";
  private static final String MESSAGE = "detailMessage";
  private static final String TRACE = "stackTrace";
  private static final String SUPPRESSED = "suppressedExceptions";

  /// A class may have one of its own.
  private static final Hook STACK_TRACE = throwable -> trace((Throwable) throwable);

  private final ValueParts parts;

  public ThrowableState(Values values) {
    this.parts = new ValueParts(values, 6);
  }

  /// @param type the lowest class of the JDK that the throwable is of
  /// @param own the fields of the classes below that, by [#key]
  public long write(
      Throwable throwable,
      Class<?> type,
      Map<String, @Nullable Object> own,
      Medium medium,
      long position,
      long limit,
      int depth) {
    StackTraceElement[] trace = (StackTraceElement[]) medium.run(STACK_TRACE, throwable);
    Map<String, @Nullable Object> fields = THROWABLE.of(throwable);
    boolean isOpen = fields.get(CAUSE) == throwable;
    List<?> suppressed = (List<?>) fields.get(SUPPRESSED);
    Map<String, @Nullable Object> others = new LinkedHashMap<>(own);
    for (Class<?> below = type; below != Throwable.class; below = below.getSuperclass()) {
      Class<?> owner = below;
      if (!SerialFields.areThere(owner)) {
        continue;
      }
      SerialFields.of(below)
          .of(throwable)
          .forEach((name, value) -> others.put(key(owner, name), value));
    }
    return parts.write(
        new @Nullable Object[] {
          fields.get(MESSAGE),
          isOpen ? null : fields.get(CAUSE),
          isOpen,
          fields.get(TRACE) == null ? null : new ArrayList<>(Arrays.asList(trace)),
          suppressed == null ? null : new ArrayList<>(suppressed),
          others.isEmpty() ? null : others
        },
        medium,
        position,
        limit,
        depth);
  }

  private static StackTraceElement[] trace(Throwable throwable) {
    try {
      return throwable.getStackTrace();
    } catch (RuntimeException e) {
      throw Failures.hook("getStackTrace of " + throwable.getClass().getName(), e);
    }
  }

  public static String key(Class<?> type, String field) {
    return type.getName() + "#" + field;
  }

  /// Fills a throwable of which no constructor ran.
  ///
  /// @return the fields of the classes below `Throwable`
  public Map<?, ?> read(
      Throwable throwable, Class<?> type, Medium medium, long position, long end, int depth) {
    @Nullable Object[] read = new Object[parts.count()];
    Slots.finish(parts.read(read, medium, position, end, depth), end);
    try {
      set(throwable, type, read);
      return read[5] == null ? Map.of() : (Map<?, ?>) read[5];
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, throwable.getClass(), position);
    }
  }

  private static void set(Throwable throwable, Class<?> type, @Nullable Object[] read) {
    Map<String, @Nullable Object> fields = new HashMap<>();
    fields.put(MESSAGE, (String) read[0]);
    fields.put(CAUSE, (boolean) read[2] ? throwable : (Throwable) read[1]);
    if (read[3] != null) {
      Object[] trace = ValueParts.takeList(read[3]);
      fields.put(TRACE, Arrays.copyOf(trace, trace.length, StackTraceElement[].class));
    }
    if (read[4] != null) {
      List<Throwable> suppressed = new ArrayList<>();
      for (Object one : ValueParts.takeList(read[4])) {
        if (one == null || one == throwable) {
          throw new IllegalArgumentException("suppressed=" + one);
        }
        suppressed.add((Throwable) one);
      }
      fields.put(SUPPRESSED, suppressed);
    }
    THROWABLE.set(throwable, fields);
    Map<?, ?> others = read[5] == null ? Map.of() : (Map<?, ?>) read[5];
    for (Class<?> below = type; below != Throwable.class; below = below.getSuperclass()) {
      String prefix = key(below, "");
      Map<String, @Nullable Object> own = new HashMap<>();
      others.forEach((name, value) -> {
        if (((String) name).startsWith(prefix)) {
          own.put(((String) name).substring(prefix.length()), value);
        }
      });
      if (!own.isEmpty() && SerialFields.areThere(below)) {
        SerialFields.of(below).set(throwable, own);
      }
    }
  }
}
