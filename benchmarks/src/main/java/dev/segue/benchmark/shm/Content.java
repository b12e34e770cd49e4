// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.pipeline.Pipeline;
import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.workload.Workload;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The content of messages: a stamp in the first word, which controls the receiver, followed by
/// data.
interface Content {
  /// The length of the stamp before the data.
  int STAMP_BYTES = Long.BYTES;

  /// Parses a command-line word: a number of bytes, or an object and the library that serializes
  /// it, such as `SAMPLE:segue`.
  static Content of(String word) {
    String[] parts = word.split(":", 2);
    return parts.length == 1
        ? new Bytes(Integer.parseInt(word))
        : new Objects(Workload.valueOf(parts[0]), parts[1]);
  }

  /// Returns the length of the longest message.
  int mostBytes();

  /// Fills a message in the sender's memory, unless it is still there from the last call.
  ///
  /// @return the message's length
  int prepare(MemorySegment message);

  /// Writes the data of a message, after its stamp.
  ///
  /// @return the message's length
  int make(MemorySegment memory, long offset);

  /// Reads a received message.
  void read(MemorySegment memory, long offset, long length);

  /// Checks the content at the end.
  ///
  /// @throws IllegalStateException if the received content differs from the sent content
  void check();

  /// A number of bytes. The sender's message is created once and copied each time; the receiver
  /// reads each cache line.
  final class Bytes implements Content {
    private static final long CACHE_LINE = 64;
    private static final long ONES = 0x01_01_01_01_01_01_01_01L;

    private final int length;
    private long sum;

    Bytes(int length) {
      this.length = length;
    }

    @Override
    public int mostBytes() {
      return length;
    }

    @Override
    public int prepare(MemorySegment message) {
      return length;
    }

    @Override
    public int make(MemorySegment memory, long offset) {
      for (long at = STAMP_BYTES; at < length; at += Long.BYTES) {
        memory.set(ValueLayout.JAVA_LONG, offset + at, ONES);
      }
      return length;
    }

    @Override
    public void read(MemorySegment memory, long offset, long bytes) {
      long lines = 0;
      for (long at = CACHE_LINE; at < bytes; at += CACHE_LINE) {
        lines += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
      }
      sum += lines;
    }

    /// Uses the values that were read, so that reading is not optimized away.
    @Override
    public void check() {
      if (sum == Long.MIN_VALUE) {
        throw new IllegalStateException("sum=" + sum);
      }
    }
  }

  /// An object that is serialized and compressed into each message, and restored from it; the
  /// server echoes the object that it received.
  final class Objects implements Content {
    /// Larger than the frame of any workload.
    private static final int MOST_BYTES = 8 << 10;

    private final Pipeline pipeline;
    private final Object original;
    private Object object;

    Objects(Workload workload, String library) {
      pipeline = Pipelines.open(library, workload);
      original = workload.create();
      object = original;
    }

    @Override
    public int mostBytes() {
      return MOST_BYTES;
    }

    @Override
    public int prepare(MemorySegment message) {
      return make(message, 0);
    }

    @Override
    public int make(MemorySegment memory, long offset) {
      long room = MOST_BYTES - STAMP_BYTES;
      return STAMP_BYTES + (int) pipeline.send(object, memory, offset + STAMP_BYTES, room);
    }

    @Override
    public void read(MemorySegment memory, long offset, long length) {
      object = pipeline.receive(memory, offset + STAMP_BYTES, length - STAMP_BYTES);
    }

    @Override
    public void check() {
      if (!object.equals(original)) {
        throw new IllegalStateException("sent " + original + ", but received " + object);
      }
    }
  }
}
