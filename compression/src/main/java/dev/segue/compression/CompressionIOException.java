// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.util.Objects;

/// Thrown by the streams and channels of a [Codec] when content cannot be compressed or
/// decompressed. The cause is a [CompressionException], which has the kind and the offset.
///
/// ```java
/// try (InputStream in = codec.decompressing(source, maxLength)) {
///   in.transferTo(out);
/// } catch (CompressionIOException e) {
///   log.warn("corrupt at {}: {}", e.getCause().offset(), e.getMessage());
/// }
/// ```
///
/// Other [IOException]s come from the underlying stream or channel, or report that the stream is
/// closed or has failed before.
public final class CompressionIOException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates an exception with the message of its cause.
  ///
  /// @param cause the failure of the codec
  public CompressionIOException(CompressionException cause) {
    super(Objects.requireNonNull(cause, "cause").getMessage(), cause);
  }

  /// Returns the failure of the codec.
  ///
  /// @return the cause, never null
  @Override
  public synchronized CompressionException getCause() {
    return (CompressionException) Objects.requireNonNull(super.getCause());
  }

  @Serial
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    if (!(super.getCause() instanceof CompressionException)) {
      throw new InvalidObjectException("the cause is not a CompressionException");
    }
  }
}
