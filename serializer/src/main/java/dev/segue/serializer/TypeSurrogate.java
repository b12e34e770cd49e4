// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.Objects;
import java.util.function.Function;

/// A replacement for objects of a type in payloads, for types that you do not own, or whose fields
/// do not describe their state. The surrogate holds the complete state of an object: it is a record
/// written for the purpose, or a JDK type.
///
/// {@snippet :
/// // with record MoneySurrogate(long cents, String currency)
/// var money =
///     TypeSurrogate.of(
///         Money.class,
///         MoneySurrogate.class,
///         value -> new MoneySurrogate(value.cents(), value.currency()),
///         surrogate -> Money.of(surrogate.cents(), surrogate.currency()));
/// var serializer = Serializer.builder().register(Order.class).register(money).build();
/// }
///
/// A surrogate takes precedence over the serializer's own format for the type. Its class is
/// registered along with the type, see [SerializerBuilder#register(TypeSurrogate[])].
///
/// Instances are immutable. Their functions are called by any thread that writes or reads, and must
/// not call the serializer.
///
/// @param <T> the type to serialize
/// @param <S> the type of its surrogates
public final class TypeSurrogate<T, S> {

  private final Class<T> type;
  private final Class<S> surrogate;
  private final Function<? super T, ? extends S> toSurrogate;
  private final Function<? super S, ? extends T> fromSurrogate;
  private final boolean includesSubclasses;

  private TypeSurrogate(
      Class<T> type,
      Class<S> surrogate,
      Function<? super T, ? extends S> toSurrogate,
      Function<? super S, ? extends T> fromSurrogate,
      boolean includesSubclasses) {
    this.type = Objects.requireNonNull(type, "type");
    this.surrogate = Objects.requireNonNull(surrogate, "surrogate");
    this.toSurrogate = Objects.requireNonNull(toSurrogate, "toSurrogate");
    this.fromSurrogate = Objects.requireNonNull(fromSurrogate, "fromSurrogate");
    this.includesSubclasses = includesSubclasses;
  }

  /// Defines the surrogate of a class, for instances of exactly that class.
  ///
  /// @param type the class to serialize
  /// @param surrogate the class of its surrogates: a class that can be registered, or a JDK type
  /// @param toSurrogate converts an instance to its surrogate; must not return null. If it throws
  ///   an exception, writing fails with a [SerializationException]
  /// @param fromSurrogate converts a surrogate to an instance; must not return null. If it throws
  ///   an exception, reading fails with a [SerializationException]
  /// @param <T> the class to serialize
  /// @param <S> the class of its surrogates
  /// @return the surrogate, to be registered
  /// @throws NullPointerException if an argument is null
  public static <T, S> TypeSurrogate<T, S> of(
      Class<T> type,
      Class<S> surrogate,
      Function<? super T, ? extends S> toSurrogate,
      Function<? super S, ? extends T> fromSurrogate) {
    return new TypeSurrogate<>(type, surrogate, toSurrogate, fromSurrogate, false);
  }

  /// Extends the surrogate to all subclasses or implementations that are not registered themselves,
  /// for types whose implementation classes cannot be named. For an interface, this includes
  /// lambdas and proxies, which are otherwise rejected. Reading returns objects of the class that
  /// `fromSurrogate` creates.
  ///
  /// @return a new surrogate, to be registered instead of this one
  public TypeSurrogate<T, S> withSubclasses() {
    return new TypeSurrogate<>(type, surrogate, toSurrogate, fromSurrogate, true);
  }

  /// The type that is serialized.
  ///
  /// @return the class
  public Class<T> type() {
    return type;
  }

  /// The type of its surrogates.
  ///
  /// @return the class
  public Class<S> surrogate() {
    return surrogate;
  }

  /// Whether subclasses are serialized with the same surrogate.
  ///
  /// @return true for the result of [#withSubclasses]
  public boolean includesSubclasses() {
    return includesSubclasses;
  }

  Object toSurrogate(Object value) {
    return Objects.requireNonNull(
        surrogate.cast(toSurrogate.apply(type.cast(value))), "toSurrogate returned null");
  }

  Object fromSurrogate(Object value) {
    return Objects.requireNonNull(
        type.cast(fromSurrogate.apply(surrogate.cast(value))), "fromSurrogate returned null");
  }
}
