// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

/// Calls native functions, and handles the `Throwable` that every method handle declares.
///
/// The lambda of a call may be allocated. Calls that must not allocate catch the `Throwable`
/// themselves, and throw [#unchecked].
public final class NativeCall {

  private NativeCall() {}

  /// The invocation of a function that returns a number. An `int` result is widened.
  @FunctionalInterface
  public interface LongCall {
    /// Invokes the function.
    long call() throws Throwable;
  }

  /// The invocation of a function that returns an object or a struct.
  @FunctionalInterface
  public interface ObjectCall<T> {
    /// Invokes the function.
    T call() throws Throwable;
  }

  /// The invocation of a function that returns nothing. The lambda must be a block, since
  /// `invokeExact` as an expression would return an object.
  @FunctionalInterface
  public interface VoidCall {
    /// Invokes the function.
    void call() throws Throwable;
  }

  /// Calls a function that returns a number.
  public static long asLong(LongCall call) {
    try {
      return call.call();
    } catch (Throwable t) {
      throw unchecked(t);
    }
  }

  /// Calls a function that returns an `int`.
  public static int asInt(LongCall call) {
    return (int) asLong(call);
  }

  /// Calls a function that returns an object or a struct.
  public static <T> T asObject(ObjectCall<T> call) {
    try {
      return call.call();
    } catch (Throwable t) {
      throw unchecked(t);
    }
  }

  /// Calls a function that returns nothing.
  public static void run(VoidCall call) {
    asLong(() -> {
      call.call();
      return 0;
    });
  }

  /// Rethrows the exception of a call. A downcall itself throws only unchecked exceptions, for
  /// example for a closed arena.
  ///
  /// @return never
  public static RuntimeException unchecked(Throwable t) {
    switch (t) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError("a downcall threw a checked exception", t);
    }
  }
}
