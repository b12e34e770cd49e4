// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The codec of the wrappers that `Collections` creates around a collection or a map. The format is
/// two parts, the number of the wrapper and the wrapped value.
final class WrapperCodec extends InterpretedCodec {

  /// The maximum length of an `nCopies` list in a wrapper. The list's own `equals` and `hashCode`
  /// are fast, but a wrapper visits each copy, so a few bytes could keep the reader busy for a very
  /// long time. For the same reason, elements that may contain other values may occur only once.
  private static final int MAX_COPIES = 1 << 16;

  private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

  private static final List<Object> EXAMPLES =
      List.of(
          new ArrayList<>(),
          new LinkedList<>(),
          new LinkedHashSet<>(),
          new TreeSet<>(),
          new LinkedHashMap<>(),
          new TreeMap<>());

  /// A method of `Collections`.
  ///
  /// @param type the type of its parameter
  record Wrapper<T>(Class<T> type, UnaryOperator<T> wrap) {

    Object around(@Nullable Object wrapped) {
      return wrap.apply(type.cast(Objects.requireNonNull(wrapped, "a wrapped value")));
    }
  }

  /// The class of a wrapper.
  ///
  /// @param number its index among the wrappers
  /// @param holder accesses the wrapped value, which no public method returns
  private record Kind(int number, SerialFields holder) {}

  private final ValueParts parts;
  private final List<Wrapper<?>> wrappers;
  private final Map<Class<?>, Kind> kinds = new HashMap<>();

  /// @param wrappers the wrappers in the order of their numbers
  WrapperCodec(Values values, List<Wrapper<?>> wrappers) {
    this.parts = new ValueParts(values, 2);
    this.wrappers = wrappers;
    for (int i = 0; i < wrappers.size(); i++) {
      for (Object example : EXAMPLES) {
        if (wrappers.get(i).type().isInstance(example)) {
          Object wrapper = wrappers.get(i).around(example);
          kinds.putIfAbsent(wrapper.getClass(), new Kind(i, holder(wrapper)));
        }
      }
    }
  }

  Class<?>[] classes() {
    return kinds.keySet().toArray(Class<?>[]::new);
  }

  private static SerialFields holder(Object wrapper) {
    for (Class<?> type = wrapper.getClass(); type != Object.class; type = type.getSuperclass()) {
      SerialFields fields = SerialFields.of(type);
      if (fields.of(wrapper).containsKey("c") || fields.of(wrapper).containsKey("m")) {
        return fields;
      }
    }
    throw new IllegalArgumentException("wrapper=" + wrapper.getClass());
  }

  @Override
  public Form form() {
    return new Form.Parts(2, List.of());
  }

  /// Holds the lock of a synchronized wrapper, as its documentation requires for iteration.
  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    Kind kind = Objects.requireNonNull(kinds.get(value.getClass()), "a wrapper");
    Map<String, @Nullable Object> fields = kind.holder.of(value);
    Object wrapped = fields.containsKey("c") ? fields.get("c") : fields.get("m");
    if (isManyCopies(wrapped)) {
      throw Failures.unsupported(
          value.getClass(), "it wraps more than " + MAX_COPIES + " copies of one element");
    }
    if (isNest(wrapped)) {
      wrapped = new ArrayList<>((List<?>) wrapped);
    }
    Object mutex = fields.getOrDefault("mutex", this);
    Object lock = mutex == null || mutex == this ? new Object() : mutex;
    synchronized (lock) {
      return parts.writeOf(
          value, new @Nullable Object[] {kind.number, wrapped}, buffer, position, limit, depth);
    }
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    @Nullable Object[] read = new Object[2];
    Slots.finish(parts.read(read, buffer, position, end, depth), end);
    if (!(read[0] instanceof Integer number)
        || number < 0
        || number >= wrappers.size()
        || isManyCopies(read[1])
        || isNest(read[1])) {
      throw Failures.malformed("corrupt: not a wrapper of a collection", position);
    }
    try {
      return wrappers.get(number).around(read[1]);
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, wrappers.get(number).type(), position);
    }
  }

  private static boolean isManyCopies(@Nullable Object wrapped) {
    return wrapped != null
        && wrapped.getClass() == COPIES
        && ((List<?>) wrapped).size() > MAX_COPIES;
  }

  /// Whether a value is an `nCopies` list with several copies of an element that may contain other
  /// values.
  private static boolean isNest(@Nullable Object wrapped) {
    return wrapped != null
        && wrapped.getClass() == COPIES
        && ((List<?>) wrapped).size() > 1
        && !isPlain(((List<?>) wrapped).getFirst());
  }

  private static boolean isPlain(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case String _, Character _, Boolean _, Enum<?> _, Class<?> _ -> true;
      case Byte _, Short _, Integer _, Long _, Float _, Double _ -> true;
      default -> false;
    };
  }
}
