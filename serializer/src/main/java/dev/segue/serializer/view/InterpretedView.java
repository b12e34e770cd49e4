// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.exec.Access;
import dev.segue.serializer.exec.Enums;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.Varints;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.plan.ObjectPlan;
import dev.segue.serializer.plan.Operation;
import dev.segue.serializer.plan.Planner;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Executes the plan of a view step by step, behind a proxy: the oracle that generated views are
/// held against, and the way where no code can be generated.
public final class InterpretedView extends ViewBase implements InvocationHandler {

  private final ViewPlan plan;
  private final Map<Method, Accessor> accessors = new HashMap<>();

  public InterpretedView(ViewPlan plan) {
    super(plan.accessors().size());
    this.plan = plan;
    plan.accessors().forEach(accessor -> accessors.put(accessor.method(), accessor));
    this.surface =
        Proxy.newProxyInstance(plan.view().getClassLoader(), new Class<?>[] {plan.view()}, this);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // views have no other
  public @Nullable Object invoke(
      Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    @Nullable Object[] values = arguments == null ? new Object[0] : arguments;
    Accessor accessor = accessors.get(method);
    if (accessor != null) {
      int index = accessor.leaf().isIndexed() ? (int) Objects.requireNonNull(values[0]) : 0;
      return read(accessor, index);
    }
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> self == values[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> plan.view().getName() + "@" + Integer.toHexString(System.identityHashCode(self));
      };
    }
    if (method.isDefault()) {
      Class<?> owner = method.getDeclaringClass();
      return Access.lookupIn(owner)
          .unreflectSpecial(method, owner)
          .bindTo(self)
          .invokeWithArguments(values);
    }
    Root root = Objects.requireNonNull(plan.root(), "what else there is points");
    MemorySegment source = (MemorySegment) Objects.requireNonNull(values[0], "source");
    return root.point(this, source, (long) Objects.requireNonNull(values[1]));
  }

  private @Nullable Object read(Accessor accessor, int index) {
    try {
      Object value = value(accessor, index);
      if (value == null && accessor.isPrimitive()) {
        throw Faults.isNull(start);
      }
      return value;
    } catch (SerializationException e) {
      throw e.within(accessor.path());
    }
  }

  /// Where a value with a slot stands.
  private record Extent(int slot, long begin, long next) {}

  private Extent extent(ObjectPlan owner, Operation.Slot slot, long start, long end) {
    long base = start + owner.fixedBytes();
    int bits = Segments.getInt(segment, start + slot.offset());
    long begin;
    if (slot.equals(owner.slots().getFirst())) {
      begin = Places.skip(segment, base, end, owner.compact().size());
    } else {
      int before = Segments.getInt(segment, start + slot.offset() - Planner.SLOT_BYTES);
      begin = base + (before >>> Slots.TAG_BITS);
    }
    return new Extent(bits, begin, Slots.end(bits, base, begin, end));
  }

  private @Nullable Object value(Accessor accessor, int index) {
    long at = start;
    long bound = end;
    for (Accessor.Step step : accessor.steps()) {
      Extent extent = extent(step.owner(), step.slot(), at, bound);
      at = Places.object(extent.slot, extent.begin, extent.next, step.target().fixedBytes());
      bound = extent.next;
      if (at == Places.NOWHERE) {
        return nothing(accessor.leaf(), index);
      }
    }
    ObjectPlan owner = accessor.owner();
    return switch (accessor.leaf()) {
      case Leaf.Numeric number -> number(number.operation(), owner, at, bound);
      case Leaf.Constant constant ->
          constant(constant.operation().shape(), at + constant.operation().offset());
      case Leaf.Presence presence -> isPresent(presence.operation(), owner, at, bound);
      case Leaf.Value value -> {
        Extent e = extent(owner, value.operation(), at, bound);
        yield value.part().read(this, accessor.number(), e.slot, e.begin, e.next);
      }
      case Leaf.ElementCount count -> {
        Extent e = extent(owner, count.operation(), at, bound);
        yield Places.elements(e.slot, e.begin, e.next, count.widthBytes());
      }
      case Leaf.RowCount count -> {
        Extent e = extent(owner, count.operation(), at, bound);
        yield count.rows().count(segment, e.slot, e.begin, e.next);
      }
      case Leaf.Element element -> {
        Extent e = extent(owner, element.operation(), at, bound);
        int width = element.kind().widthBytes();
        yield medium().get(element.kind(), Places.element(e.slot, e.begin, e.next, width, index));
      }
      case Leaf.InlineRow row -> {
        Extent e = extent(owner, row.operation(), at, bound);
        long place = row.rows().place(segment, e.slot, e.begin, e.next, index);
        yield place == Places.NOWHERE ? null : inline(row.rows().element(), place);
      }
      case Leaf.Row row -> {
        Extent e = extent(owner, row.operation(), at, bound);
        yield row.rows().read(this, accessor.number(), row.part(), e.slot, e.begin, e.next, index);
      }
    };
  }

  /// What a method returns where there is null on the way.
  private static @Nullable Object nothing(Leaf leaf, int index) {
    return switch (leaf) {
      case Leaf.Presence _ -> false;
      case Leaf.ElementCount _, Leaf.RowCount _ -> 0;
      case Leaf.Element _, Leaf.InlineRow _, Leaf.Row _ -> throw Faults.noElements(index);
      case Leaf.Numeric _, Leaf.Constant _, Leaf.Value _ -> null;
    };
  }

  private Medium medium() {
    return new Medium.OfSegment(segment, null);
  }

  private @Nullable Object inline(Shape shape, long place) {
    return switch (shape) {
      case Shape.Boxed boxed -> medium().get(boxed.kind(), place);
      case Shape.EnumConstant constant -> constant(constant, place);
      default -> throw new AssertionError(shape + " is not inline");
    };
  }

  private @Nullable Object constant(Shape.EnumConstant shape, long place) {
    int number = medium().getNumber(place, shape.widthBytes());
    return Enums.constant(number, shape.constants(), place);
  }

  private @Nullable Object number(Operation operation, ObjectPlan owner, long at, long bound) {
    return switch (operation) {
      case Operation.Scalar scalar -> medium().get(scalar.kind(), at + scalar.offset());
      case Operation.NullableScalar scalar when !isPresent(scalar, owner, at, bound) -> null;
      case Operation.NullableScalar scalar -> medium().get(scalar.kind(), at + scalar.offset());
      case Operation.Compact compact when !isPresent(compact, owner, at, bound) -> null;
      case Operation.Compact compact -> {
        long place = place(compact, owner, at, bound);
        if (compact.kind() == PrimitiveKind.INT) {
          yield Varints.getInt(segment, place, bound);
        }
        yield Varints.getLong(segment, place, bound);
      }
      default -> throw new AssertionError(operation + " is no number");
    };
  }

  private long place(Operation.Compact compact, ObjectPlan owner, long at, long bound) {
    int before = owner.compact().indexOf(compact);
    return Places.skip(segment, at + owner.fixedBytes(), bound, before);
  }

  private boolean isPresent(Operation operation, ObjectPlan owner, long at, long bound) {
    return switch (operation) {
      case Operation.Scalar _ -> true;
      case Operation.NullableScalar scalar ->
          (Segments.getByte(segment, at + scalar.bit() / Byte.SIZE) >> (scalar.bit() % Byte.SIZE)
                  & 1)
              == 0;
      case Operation.Compact compact ->
          !compact.isBoxed() || !Varints.isNull(segment, place(compact, owner, at, bound), bound);
      case Operation.Constant constant ->
          medium().getNumber(at + constant.offset(), constant.shape().widthBytes()) != 0;
      case Operation.Slot slot -> Slots.tag(extent(owner, slot, at, bound).slot) != Slots.NULL;
    };
  }
}
