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

/// Converts exceptions of methods to and from gRPC's status exceptions.
final class Failures {

  private static final System.Logger LOGGER = System.getLogger("dev.segue.grpc");

  private Failures() {}

  /// Returns the exception that a caller gets.
  static StatusRuntimeException runtime(Throwable failure) {
    if (failure instanceof StatusRuntimeException e) {
      return e;
    }
    Metadata trailers = Status.trailersFromThrowable(failure);
    return Status.fromThrowable(failure).asRuntimeException(trailers);
  }

  /// Returns the same exception with the stack trace of the current thread, and the first exception
  /// as its cause.
  static StatusRuntimeException again(@Nullable Throwable failure) {
    StatusRuntimeException first =
        runtime(failure == null ? new IllegalStateException("no reason") : failure);
    return first
        .getStatus()
        .withCause(first.getCause() == null ? first : first.getCause())
        .asRuntimeException(first.getTrailers());
  }

  /// Returns the exception for the client of a failed method: an exception with a status passes
  /// unchanged; any other becomes `UNKNOWN`, and is logged here.
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

  /// Returns the exception for the client of a method that returned null.
  static StatusRuntimeException ofNull(Method method) {
    return Status.INTERNAL
        .withDescription(ServiceMethod.toString(method) + " returned null instead of a message")
        .asRuntimeException();
  }

  /// Returns the exception for a stream that contains null.
  static StatusRuntimeException ofNullInStream(Method method) {
    return Status.INTERNAL
        .withDescription(
            "a stream of " + ServiceMethod.toString(method) + " has null for a message")
        .asRuntimeException();
  }

  /// Closes the result of a method. Its call has ended, so a failure is only logged.
  static void close(Method method, Object returned) {
    if (returned instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (Exception | Error e) {
        LOGGER.log(
            Level.WARNING, "cannot close the result of " + ServiceMethod.toString(method), e);
      }
    }
  }
}
