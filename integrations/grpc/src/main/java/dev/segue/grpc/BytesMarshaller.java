// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The marshaller of [SegueBytes]. It uses plain arrays only, which are fast from the first message
/// on, before the JIT has compiled anything.
final class BytesMarshaller implements Marshaller<SegueBytes> {

  @Override
  public InputStream stream(SegueBytes value) {
    return value.open();
  }

  @Override
  public SegueBytes parse(InputStream stream) {
    if (stream instanceof BytesStream own) { // not from a transport that copies
      return own.rest();
    }
    try {
      return SegueBytes.wrap(stream instanceof KnownLength ? known(stream) : stream.readAllBytes());
    } catch (IOException e) {
      throw Status.INTERNAL
          .withDescription("cannot read the stream of a message: " + e.getMessage())
          .withCause(e)
          .asRuntimeException();
    }
  }

  private static byte[] known(InputStream stream) throws IOException {
    byte[] bytes = new byte[stream.available()];
    int read = stream.readNBytes(bytes, 0, bytes.length);
    if (read < bytes.length) {
      throw new EOFException("a message of " + bytes.length + " bytes ends after " + read);
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "SegueBytes.marshaller()";
  }
}
