// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.ByteArrayOutputStream;

/// A stream to an array that can be accessed without a copy.
final class OpenByteArray extends ByteArrayOutputStream {
  OpenByteArray() {
    super(GraphCase.BUFFER_BYTES);
  }

  byte[] array() {
    return buf;
  }
}
