// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/// The marshaller that users would write for an array-based library.
///
/// @param library returns the library instance of the current thread
record ArrayMarshaller(Supplier<ByteArrays> library) implements Marshaller<Object> {
  @Override
  public InputStream stream(Object value) {
    return new ByteArrayInputStream(library.get().write(value));
  }

  @Override
  public Object parse(InputStream stream) {
    try {
      return library.get().read(stream.readNBytes(stream.available())); // known to gRPC
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
