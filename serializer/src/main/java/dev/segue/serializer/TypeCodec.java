// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.Objects;
import java.util.function.Function;

/// Serializes a type that is none of the caller's, or that has no fields to go by, as a value of
/// another type that says all there is to say: a record made for that, or a type of the JDK.
///
/// {@snippet :
/// // with record MoneyState(long cents, String currency)
/// var codec =
///     TypeCodec.of(
///         Money.class,
///         MoneyState.class,
///         money -> new MoneyState(money.cents(), money.currency()),
///         state -> Money.of(state.cents(), state.currency()));
/// var serializer = Serializer.builder().register(codec).register(MoneyState.class).build();
/// }
///
/// A codec comes before anything that the serializer knows of the type by itself. It is immutable;
/// its functions are called from any thread, and may call no method of the serializer.
///
/// @param <T> the type
/// @param <S> what stands for it
public final class TypeCodec<T, S> {

  private final Class<T> type;
  private final Class<S> state;
  private final Function<? super T, ? extends S> toState;
  private final Function<? super S, ? extends T> fromState;
  private final boolean subclasses;

  private TypeCodec(
      Class<T> type,
      Class<S> state,
      Function<? super T, ? extends S> toState,
      Function<? super S, ? extends T> fromState,
      boolean subclasses) {
    this.type = type;
    this.state = state;
    this.toState = toState;
    this.fromState = fromState;
    this.subclasses = subclasses;
  }

  /// A codec for the instances of one class.
  ///
  /// @param type the class
  /// @param state what stands for them: a registered class, or a type of the JDK
  /// @param toState makes that of an instance; never null. What it throws ends the writing with a
  ///   [SerializationException]
  /// @param fromState makes an instance of that; never null. What it throws says that the payload
  ///   is corrupt, and ends the reading with a [SerializationException]
  /// @param <T> the class
  /// @param <S> what stands for them
  /// @return the codec, to be registered
  public static <T, S> TypeCodec<T, S> of(
      Class<T> type,
      Class<S> state,
      Function<? super T, ? extends S> toState,
      Function<? super S, ? extends T> fromState) {
    Objects.requireNonNull(toState, "toState");
    Objects.requireNonNull(fromState, "fromState");
    return new TypeCodec<>(
        Objects.requireNonNull(type, "type"),
        Objects.requireNonNull(state, "state"),
        toState,
        fromState,
        false);
  }

  /// The same codec, for the instances of all subclasses or implementations too that are not
  /// registered themselves: for types whose classes nobody can name. For an interface these may be
  /// lambdas and proxies, which are refused otherwise. What comes back is of the class that the
  /// function makes.
  ///
  /// @return another codec
  public TypeCodec<T, S> withSubclasses() {
    return new TypeCodec<>(type, state, toState, fromState, true);
  }

  /// What is serialized.
  ///
  /// @return the class
  public Class<T> type() {
    return type;
  }

  /// What stands for it.
  ///
  /// @return the class
  public Class<S> state() {
    return state;
  }

  /// Whether subclasses are serialized the same way.
  ///
  /// @return whether this came from [#withSubclasses]
  public boolean hasSubclasses() {
    return subclasses;
  }

  Object toState(Object value) {
    return Objects.requireNonNull(
        state.cast(toState.apply(type.cast(value))), "the function that takes it apart gave null");
  }

  Object fromState(Object value) {
    return Objects.requireNonNull(
        type.cast(fromState.apply(state.cast(value))), "the function that makes it gave null");
  }
}
