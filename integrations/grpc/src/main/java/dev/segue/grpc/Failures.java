// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// Exceptions of methods, and what gRPC makes of them.
final class Failures {

  private static final System.Logger LOGGER = System.getLogger("dev.segue.grpc");

  private Failures() {}

  /// The exception that a caller gets.
  static StatusRuntimeException runtime(Throwable failure) {
    if (failure instanceof StatusRuntimeException e) {
      return e;
    }
    Metadata trailers = Status.trailersFromThrowable(failure);
    return Status.fromThrowable(failure).asRuntimeException(trailers);
  }

  /// The same exception, with the stack trace of the thread that throws it now, and the first one
  /// as its cause.
  static StatusRuntimeException again(@Nullable Throwable failure) {
    StatusRuntimeException first =
        runtime(failure == null ? new IllegalStateException("no reason") : failure);
    return first
        .getStatus()
        .withCause(first.getCause() == null ? first : first.getCause())
        .asRuntimeException(first.getTrailers());
  }

  /// The exception for the client of a method that has failed: the one that carries a status, or
  /// `UNKNOWN`, whose reason stays here, in the log.
  static StatusRuntimeException ofMethod(Method method, Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    StatusRuntimeException e = runtime(cause);
    if (e.getStatus().getCode() == Status.Code.UNKNOWN && e.getStatus().getDescription() == null) {
      LOGGER.log(Level.ERROR, ServiceMethod.toString(method) + " failed", cause);
    }
    return e;
  }

  /// The exception for the client of a method that returned null.
  static StatusRuntimeException ofNull(Method method) {
    return Status.INTERNAL
        .withDescription(ServiceMethod.toString(method) + " returned null instead of a message")
        .asRuntimeException();
  }

  /// The exception for a stream with a null in it.
  static StatusRuntimeException ofNullInStream(Method method) {
    return Status.INTERNAL
        .withDescription(
            "a stream of " + ServiceMethod.toString(method) + " has null for a message")
        .asRuntimeException();
  }

  /// Closes what a method has returned. Its call has ended, so a failure interests only the log.
  static void close(Method method, Object returned) {
    if (returned instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (Exception | Error e) {
        LOGGER.log(
            Level.WARNING, "cannot close what " + ServiceMethod.toString(method) + " returned", e);
      }
    }
  }
}
