// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;

/// What the code of applications throws that the transport calls: tracers, filters, marshallers.
final class ApplicationCode {

  private ApplicationCode() {}

  /// The status of a call for which such code has failed: that of the exception if it has one,
  /// otherwise `INTERNAL`.
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
