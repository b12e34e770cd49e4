// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/// A request that a server could not read. If the marshaller threw the exception, gRPC would end
/// the call with `UNKNOWN` and without a reason.
///
/// @param failure the status for the client
record BadMessage(StatusRuntimeException failure) {

  /// Returns a marshaller that returns a `BadMessage` for a request that cannot be read.
  static Marshaller<Object> tolerant(Marshaller<Object> requests) {
    return new Marshaller<>() {
      @Override
      public InputStream stream(Object value) {
        return requests.stream(value);
      }

      @Override
      public Object parse(InputStream stream) {
        try {
          return requests.parse(stream);
        } catch (StatusRuntimeException e) {
          return new BadMessage(e);
        }
      }
    };
  }
}
