// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.error.Errors;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Interprets the plan of a view, for a proxy that implements the interface. Serves as the test
/// oracle for generated views, and as a fallback where no code can be generated.
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
  @SuppressWarnings("ReferenceEquality") // a view equals only itself
  public @Nullable Object invoke(
      Object self, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    @Nullable Object[] values = arguments == null ? new Object[0] : arguments;
    Accessor accessor = accessors.get(method);
    if (accessor != null) {
      int index = accessor.viewedValue().isIndexed() ? (int) Objects.requireNonNull(values[0]) : 0;
      return read(accessor, index);
    }
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> self == values[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> plan.view().getName() + "@" + Integer.toHexString(System.identityHashCode(self));
      };
    }
    Class<?> owner = method.getDeclaringClass();
    return Access.lookupIn(owner)
        .unreflectSpecial(method, owner)
        .asFixedArity()
        .bindTo(self)
        .invokeWithArguments(values);
  }

  private @Nullable Object read(Accessor accessor, int index) {
    try {
      Object value = new ViewedValueReader(this).value(accessor, index);
      if (value == null && accessor.isPrimitive()) {
        throw ViewFailures.isNull(start);
      }
      return value;
    } catch (SerializationException e) {
      throw Errors.within(e, accessor.path());
    }
  }
}
