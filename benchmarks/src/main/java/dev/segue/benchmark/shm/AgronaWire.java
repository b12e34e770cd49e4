// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Function;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/// An Agrona ring buffer for each direction.
final class AgronaWire extends Wire {

  private static final int TYPE = 1;

  private final RingBuffer out;
  private final RingBuffer in;
  private final MemorySegment inMemory;
  private final UnsafeBuffer source;
  private final MessageHandler reading = this::onMessage;

  static AgronaWire oneToOne(boolean client, Path directory, Content content) throws IOException {
    return new AgronaWire(client, directory, content, OneToOneRingBuffer::new);
  }

  static AgronaWire manyToOne(boolean client, Path directory, Content content) throws IOException {
    return new AgronaWire(client, directory, content, ManyToOneRingBuffer::new);
  }

  private AgronaWire(
      boolean client, Path directory, Content content, Function<UnsafeBuffer, RingBuffer> ring)
      throws IOException {
    super(content);
    source = new UnsafeBuffer(message.asByteBuffer());
    long bytes =
        SharedFiles.capacity(content.mostBytes()) + (long) RingBufferDescriptor.TRAILER_LENGTH;
    MemorySegment there = SharedFiles.map(client, directory.resolve("there"), bytes);
    MemorySegment back = SharedFiles.map(client, directory.resolve("back"), bytes);
    inMemory = client ? back : there;
    out = ring.apply(new UnsafeBuffer((client ? there : back).asByteBuffer()));
    in = ring.apply(new UnsafeBuffer(inMemory.asByteBuffer()));
  }

  @Override
  boolean trySend() {
    return out.write(TYPE, source, 0, length());
  }

  @Override
  boolean tryReceive() {
    return in.read(reading, 1) > 0;
  }

  private void onMessage(int type, MutableDirectBuffer buffer, int index, int size) {
    read(inMemory, index, size);
  }
}
