// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;

/// The message of a method without a parameter or result: no bytes, like an empty message in
/// Protocol Buffers.
enum Empty {
  INSTANCE;

  static final Marshaller<Empty> MARSHALLER =
      new Marshaller<>() {
        @Override
        public InputStream stream(Empty value) {
          return new NoBytes();
        }

        @Override
        public Empty parse(InputStream stream) {
          try {
            if (stream.read() < 0) {
              return INSTANCE;
            }
          } catch (IOException e) {
            throw Status.INTERNAL
                .withDescription("cannot read the stream of a message: " + e.getMessage())
                .withCause(e)
                .asRuntimeException();
          }
          throw Status.INTERNAL
              .withDescription("a message for a method without one is not empty")
              .asRuntimeException();
        }
      };

  /// The stream of such a message.
  private static final class NoBytes extends InputStream implements KnownLength {
    @Override
    public int read() {
      return -1;
    }
  }
}
