// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionIOException;
import org.junit.jupiter.api.function.Executable;

/// The exceptions that streams and channels throw for a flaw in their input.
public final class StreamFlaws {

  private StreamFlaws() {}

  /// Makes a call on a stream or channel that must find a flaw, and returns the codec's exception.
  public static CompressionException flawOf(Executable call, String message) {
    CompressionIOException e = assertThrows(CompressionIOException.class, call, message);
    assertEquals(e.getCause().getMessage(), e.getMessage());
    return e.getCause();
  }

  /// Makes a call on a stream or channel that must find a flaw, and returns the codec's exception.
  public static CompressionException flawOf(Executable call) {
    return flawOf(call, "");
  }
}
