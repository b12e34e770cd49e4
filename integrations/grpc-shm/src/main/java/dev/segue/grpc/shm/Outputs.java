// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Drainable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// Where messages are drained to.
final class Outputs {

  private Outputs() {}

  /// Moves a message's bytes to an output.
  ///
  /// @return the number of bytes
  static long drain(InputStream message, OutputStream out) throws IOException {
    return message instanceof Drainable drainable
        ? drainable.drainTo(out)
        : message.transferTo(out);
  }

  /// Memory of a lane.
  static final class ToMemory extends OutputStream {
    private final MemorySegment memory;
    private long position;

    ToMemory(MemorySegment memory) {
      this.memory = memory;
    }

    @Override
    public void write(int b) throws IOException {
      require(1);
      memory.set(ValueLayout.JAVA_BYTE, position++, (byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      require(length);
      MemorySegment.copy(bytes, offset, memory, ValueLayout.JAVA_BYTE, position, length);
      position += length;
    }

    private void require(int length) throws IOException {
      if (length > memory.byteSize() - position) {
        throw new IOException(
            "the message is longer than the %d bytes that its stream has announced"
                .formatted(memory.byteSize()));
      }
    }
  }

  /// An array on the heap.
  static final class ToHeap extends ByteArrayOutputStream {

    ToHeap(int capacity) {
      super(capacity);
    }

    /// The array, which is at least as long as {@link #size}.
    byte[] array() {
      return buf;
    }
  }
}
