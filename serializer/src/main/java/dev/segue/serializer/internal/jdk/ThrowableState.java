// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.wire.Slots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of a throwable, as parts: the message; the cause; whether the cause is still unset;
/// the stack trace, null if it cannot be written to; the suppressed exceptions, null if suppression
/// is disabled; and the fields of the subclasses of `Throwable`, by [#key].
@SuppressWarnings({
  "NullAway", // a missing part fails where it is used
  "ReferenceEquality" // a throwable whose cause is unset refers to itself
})
public final class ThrowableState {

  /// Separates the name of a class from the name of its field.
  public static final char SEPARATOR = '#';

  private static final SerialFields THROWABLE = SerialFields.of(Throwable.class);
  private static final String CAUSE = "cause";
  private static final String MESSAGE = "detailMessage";
  private static final String TRACE = "stackTrace";
  private static final String SUPPRESSED = "suppressedExceptions";

  /// The names of the parts in error paths.
  private static final List<String> STEPS =
      List.of(
          "Throwable.message",
          "Throwable.cause",
          "Throwable.isCauseUnset",
          "Throwable.stackTrace",
          "Throwable.suppressed",
          "Throwable.fields");

  /// Subclasses may override the method.
  private static final Hook STACK_TRACE = throwable -> trace((Throwable) throwable);

  private final ValueParts parts;

  public ThrowableState(Values values) {
    this.parts = new ValueParts(values, STEPS.size(), null, STEPS);
  }

  /// Adds the serial fields of a throwable's JDK classes, except `Throwable` itself, to a map, by
  /// [#key].
  ///
  /// @param type the nearest JDK class: the throwable's own class, or a superclass
  public static void addSerialFields(
      Throwable throwable, Class<?> type, Map<String, @Nullable Object> fields) {
    for (Class<?> below = type; below != Throwable.class; below = below.getSuperclass()) {
      Class<?> owner = below;
      if (SerialFields.areDeclared(owner)) {
        SerialFields.of(owner)
            .of(throwable)
            .forEach((name, value) -> fields.put(key(owner, name), value));
      }
    }
  }

  /// Writes the state of a throwable.
  ///
  /// @param others the fields of the subclasses of `Throwable`, by [#key]
  public long write(
      Throwable throwable,
      Map<String, @Nullable Object> others,
      PayloadBuffer buffer,
      long position,
      long limit,
      int depth) {
    StackTraceElement[] trace = (StackTraceElement[]) buffer.run(STACK_TRACE, throwable);
    Map<String, @Nullable Object> fields = THROWABLE.of(throwable);
    boolean isUnset = fields.get(CAUSE) == throwable;
    List<?> suppressed = (List<?>) fields.get(SUPPRESSED);
    return parts.write(
        new @Nullable Object[] {
          message(throwable, fields.get(MESSAGE)),
          isUnset ? null : fields.get(CAUSE),
          isUnset,
          fields.get(TRACE) == null ? null : new ArrayList<>(Arrays.asList(trace)),
          suppressed == null ? null : new ArrayList<>(suppressed),
          others.isEmpty() ? null : others
        },
        buffer,
        position,
        limit,
        depth);
  }

  /// The message of a `NullPointerException` that the JVM threw is computed on demand from the code
  /// that threw it. Only this JVM can do that.
  private static @Nullable Object message(Throwable throwable, @Nullable Object stored) {
    return stored == null && throwable.getClass() == NullPointerException.class
        ? throwable.getMessage()
        : stored;
  }

  private static StackTraceElement[] trace(Throwable throwable) {
    try {
      return throwable.getStackTrace();
    } catch (RuntimeException e) {
      throw Failures.hook("getStackTrace of " + throwable.getClass().getName(), e);
    }
  }

  /// The key of a field: the binary name of its class, a `#`, and its name.
  public static String key(Class<?> type, String field) {
    return type.getName() + SEPARATOR + field;
  }

  /// Sets the state of a throwable that was created without running a constructor.
  ///
  /// @param type the nearest JDK class: the throwable's own class, or a superclass
  /// @return the fields of the subclasses of `Throwable`
  public Map<?, ?> read(
      Throwable throwable,
      Class<?> type,
      PayloadBuffer buffer,
      long position,
      long end,
      int depth) {
    @Nullable Object[] read = new Object[parts.count()];
    Slots.finish(parts.read(read, buffer, position, end, depth), end);
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
      if (!own.isEmpty() && SerialFields.areDeclared(below)) {
        SerialFields.of(below).set(throwable, own);
      }
    }
  }
}
