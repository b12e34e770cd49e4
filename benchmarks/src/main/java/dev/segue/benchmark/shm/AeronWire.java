// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// An Aeron IPC stream for each direction, with exclusive publications, memory that is allocated
/// and touched before it is used, and a media driver of one thread in the client's process, as
/// Aeron's documentation and samples advise for latency and for few processors.
final class AeronWire extends Wire {

  private static final int ONE_FRAGMENT = 1;

  /// Keeps the number of fragments small; the default of 1,408 bytes is meant for networks.
  private static final int MOST_MTU = Configuration.MAX_UDP_PAYLOAD_LENGTH;

  private final @Nullable MediaDriver driver;
  private final Aeron aeron;
  private final ExclusivePublication publication;
  private final Subscription subscription;
  private final UnsafeBuffer source;
  private final FragmentAssembler assembler = new FragmentAssembler(this::onMessage, 0, true);
  private @Nullable ByteBuffer viewed;
  private MemorySegment view = MemorySegment.NULL;
  private boolean arrived;

  AeronWire(boolean client, Path directory, Content content) {
    super(content);
    source = new UnsafeBuffer(message.asByteBuffer());
    String name = directory.resolve("aeron").toString();
    driver =
        client
            ? MediaDriver.launchEmbedded(
                new MediaDriver.Context()
                    .aeronDirectoryName(name)
                    .threadingMode(ThreadingMode.SHARED)
                    .termBufferSparseFile(false)
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true))
            : null;
    aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(name).preTouchMappedMemory(true));
    String channel =
        "aeron:ipc?term-length=" + SharedFiles.capacity(content.mostBytes()) + "|mtu=" + MOST_MTU;
    publication = aeron.addExclusivePublication(channel, client ? 1 : 2);
    subscription = aeron.addSubscription("aeron:ipc", client ? 2 : 1);
  }

  @Override
  boolean trySend() {
    return publication.offer(source, 0, length()) > 0;
  }

  @Override
  boolean tryReceive() {
    arrived = false;
    subscription.poll(assembler, ONE_FRAGMENT);
    return arrived;
  }

  private void onMessage(DirectBuffer buffer, int offset, int size, Header header) {
    arrived = true;
    read(view(buffer), buffer.wrapAdjustment() + (long) offset, size);
  }

  /// Returns a view of the buffer. The view of the last one is kept, since Aeron reuses few
  /// buffers.
  private MemorySegment view(DirectBuffer buffer) {
    ByteBuffer bytes = Objects.requireNonNull(buffer.byteBuffer());
    if (!isViewed(bytes)) {
      viewed = bytes;
      view = MemorySegment.ofBuffer(bytes.duplicate().clear());
    }
    return view;
  }

  @SuppressWarnings("ReferenceEquality") // only the identity matters
  private boolean isViewed(ByteBuffer bytes) {
    return viewed == bytes;
  }

  @Override
  public void close() {
    aeron.close();
    if (driver != null) {
      driver.close();
    }
  }
}
