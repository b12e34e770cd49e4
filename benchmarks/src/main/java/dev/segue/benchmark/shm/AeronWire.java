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
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// An Aeron IPC stream for each direction, with exclusive publications, and memory that is
/// allocated and touched before use, as in Aeron's own latency samples.
///
/// The media driver is in the client's process, on its own thread if there is a processor for it.
/// Otherwise that thread would displace one of the two messaging threads, so the client's thread
/// invokes the driver while it waits, as Aeron's documentation advises for few threads.
final class AeronWire extends Wire {

  private static final int ONE_FRAGMENT = 1;

  /// A segment over the whole address space, to access Aeron's off-heap buffers at their addresses.
  @SuppressWarnings("restricted")
  private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /// Keeps the number of fragments small; the default of 1,408 bytes is meant for networks.
  private static final int MOST_MTU = Configuration.MAX_UDP_PAYLOAD_LENGTH;

  /// The number of empty polls after which the driver is invoked.
  private static final int PATIENCE = 256;

  private final @Nullable MediaDriver driver;
  private final @Nullable AgentInvoker invoker;
  private final Aeron aeron;
  private final ExclusivePublication publication;
  private final Subscription subscription;
  private final UnsafeBuffer source;
  private final FragmentAssembler assembler = new FragmentAssembler(this::onMessage, 0, true);
  private boolean arrived;
  private int polls;

  AeronWire(boolean client, Path directory, Content content) {
    super(content);
    source = new UnsafeBuffer(message.asByteBuffer());
    String name = directory.resolve("aeron").toString();
    driver = client ? launch(name) : null;
    invoker = driver == null ? null : driver.sharedAgentInvoker();
    aeron =
        Aeron.connect(
            new Aeron.Context()
                .aeronDirectoryName(name)
                .preTouchMappedMemory(true)
                .useConductorAgentInvoker(invoker != null)
                .driverAgentInvoker(invoker));
    String channel =
        "aeron:ipc?term-length=" + SharedFiles.capacity(content.mostBytes()) + "|mtu=" + MOST_MTU;
    publication = aeron.addExclusivePublication(channel, client ? 1 : 2);
    subscription = aeron.addSubscription("aeron:ipc", client ? 2 : 1);
  }

  private static MediaDriver launch(String directory) {
    boolean hasProcessor = Runtime.getRuntime().availableProcessors() > 2;
    return MediaDriver.launchEmbedded(
        new MediaDriver.Context()
            .aeronDirectoryName(directory)
            .threadingMode(hasProcessor ? ThreadingMode.SHARED : ThreadingMode.INVOKER)
            .termBufferSparseFile(false)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true));
  }

  @Override
  boolean trySend() {
    boolean sent = publication.offer(source, 0, length()) > 0;
    if (!sent) {
      invokeDriver();
    }
    return sent;
  }

  @Override
  boolean tryReceive() {
    arrived = false;
    subscription.poll(assembler, ONE_FRAGMENT);
    if (arrived) {
      polls = 0;
    } else if (++polls == PATIENCE) {
      polls = 0;
      invokeDriver();
    }
    return arrived;
  }

  private void invokeDriver() {
    if (invoker != null) {
      invoker.invoke();
      aeron.conductorAgentInvoker().invoke();
    }
  }

  private void onMessage(DirectBuffer buffer, int offset, int size, Header header) {
    arrived = true;
    read(MEMORY, buffer.addressOffset() + offset, size);
  }

  @Override
  public void close() {
    aeron.close();
    if (driver != null) {
      driver.close();
    }
  }
}
