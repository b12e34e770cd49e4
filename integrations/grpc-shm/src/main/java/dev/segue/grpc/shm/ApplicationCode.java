// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/// Runs code of applications that the transport calls (tracers, filters, marshallers), and handles
/// what it throws.
final class ApplicationCode {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private ApplicationCode() {}

  /// Runs a step, and logs its failure so that other steps still run.
  static void quietly(String what, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.WARNING, what + " has failed", e);
    }
  }

  /// Runs an action for each element, even if it fails for some of them.
  static <T> void forEach(Iterable<T> all, String what, Consumer<? super T> action) {
    for (T each : all) {
      quietly(what, () -> action.accept(each));
    }
  }

  /// The status of a call for which such code has failed: the status of the exception if it has
  /// one, otherwise `INTERNAL`.
  static Status statusOf(Throwable failure) {
    return switch (failure) {
      case StatusRuntimeException known -> known.getStatus();
      case StatusException known -> known.getStatus();
      default ->
          Status.INTERNAL
              .withDescription("a tracer, a filter or a marshaller has failed")
              .withCause(failure);
    };
  }
}
