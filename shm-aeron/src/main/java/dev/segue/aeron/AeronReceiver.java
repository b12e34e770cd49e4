// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageEncoding;
import dev.segue.shm.MessageHandler;
import dev.segue.shm.MessageReceiver;
import dev.segue.shm.spi.ScratchMemory;
import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/// The receiving end of an Aeron stream. A message of one fragment is handled in Aeron's own
/// buffer; a longer one is assembled in memory that belongs to the session of its sender.
final class AeronReceiver implements MessageReceiver {

  private static final int FRAGMENTS = Integer.MAX_VALUE;

  private final Guard guard;
  private final Subscription subscription;
  private final ScratchMemory scratch = new ScratchMemory();
  private final Patience patience;
  private final Int2ObjectHashMap<Assembly> assemblies = new Int2ObjectHashMap<>();
  private final ControlledFragmentHandler onFragment = this::onFragment;
  private MessageHandler handler = _ -> {};
  private int left;
  private @Nullable Throwable failure;

  AeronReceiver(Guard guard, Subscription subscription) {
    this.guard = guard;
    this.subscription = subscription;
    this.patience = new Patience("a message in " + subscription.channel());
  }

  @Override
  public int poll(MessageHandler newHandler, int limit) {
    return poll(newHandler, limit, Duration.ZERO);
  }

  @Override
  public int poll(MessageHandler newHandler, int limit, Duration timeout) {
    if (guard.isEnteredByThisThread()) {
      throw new IllegalStateException("a handler must not poll the receiver that calls it");
    }
    requireOpen();
    if (limit <= 0) {
      return 0;
    }
    if (!guard.enter()) {
      throw closed();
    }
    try {
      int count = pollOpen(newHandler, limit);
      if (count == 0 && timeout.isPositive()) {
        patience.begin(timeout);
        while (count == 0 && patience.awaitMoment()) {
          requireOpen();
          count = pollOpen(newHandler, limit);
        }
      }
      return count;
    } finally {
      guard.exit();
    }
  }

  private void requireOpen() {
    if (guard.isClosed() || subscription.isClosed()) {
      throw closed();
    }
  }

  private int pollOpen(MessageHandler newHandler, int limit) {
    handler = newHandler;
    left = limit;
    failure = null;
    for (int i = 0; i < subscription.imageCount() && !isDone(); i++) {
      subscription.controlledPoll(onFragment, FRAGMENTS);
    }
    rethrow();
    removeClosedSessions();
    return limit - left;
  }

  @Override
  public <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit) {
    return poll(codec, consumer, limit, Duration.ZERO);
  }

  @Override
  public <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit, Duration timeout) {
    return poll(message -> consumer.accept(read(codec, message)), limit, timeout);
  }

  private <T extends @Nullable Object> T read(MessageCodec<T> codec, MemorySegment message) {
    MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return codec.deserializer().read(message);
    }
    MemorySegment content = scratch.forContent(encoding.contentLength(message), codec.maxLength());
    return codec.deserializer().read(content.asSlice(0, encoding.decode(message, content)));
  }

  /// Rethrows a handler's exception here, because Aeron would pass it to its error handler.
  private void rethrow() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError("a handler cannot throw this", e);
    }
  }

  private ControlledFragmentHandler.Action onFragment(
      DirectBuffer buffer, int offset, int length, Header header) {
    if (isDone()) {
      return ControlledFragmentHandler.Action.ABORT;
    }
    int flags = header.flags() & FrameDescriptor.UNFRAGMENTED;
    if (flags == FrameDescriptor.UNFRAGMENTED) {
      handle(segment(buffer, offset, length));
    } else {
      Assembly assembly =
          assemblies.computeIfAbsent(
              header.sessionId(), _ -> new Assembly(AeronReceiver::allocate));
      if (flags == FrameDescriptor.BEGIN_FRAG_FLAG) {
        assembly.begin();
      }
      // A receiver that joins in the middle of a message does not get that message.
      boolean whole = assembly.add(segment(buffer, offset, length), mostBytes(header));
      if (whole && flags == FrameDescriptor.END_FRAG_FLAG) {
        handle(assembly.end());
      }
    }
    return isDone()
        ? ControlledFragmentHandler.Action.BREAK
        : ControlledFragmentHandler.Action.CONTINUE;
  }

  /// Closing waits for this poll, which ends after the current message.
  private boolean isDone() {
    return left == 0 || failure != null || guard.isClosed();
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the receiver is closed: " + subscription.channel());
  }

  private void handle(MemorySegment message) {
    left--;
    try {
      handler.onMessage(message);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private static MemorySegment segment(DirectBuffer buffer, int offset, int length) {
    ByteBuffer bytes = buffer.byteBuffer();
    if (bytes == null) {
      return MemorySegment.ofArray(buffer.byteArray())
          .asSlice(buffer.wrapAdjustment() + (long) offset, length);
    }
    return MemorySegment.ofBuffer(bytes.duplicate().clear())
        .asSlice(buffer.wrapAdjustment() + (long) offset, length);
  }

  /// Allocates direct memory, which is aligned to 8 bytes.
  private static MemorySegment allocate(int bytes) {
    return MemorySegment.ofBuffer(ByteBuffer.allocateDirect(bytes));
  }

  /// The length of the longest message that fits in the sender's terms.
  private static int mostBytes(Header header) {
    int termLength = 1 << header.positionBitsToShift();
    return FrameDescriptor.computeMaxMessageLength(termLength);
  }

  private void removeClosedSessions() {
    if (assemblies.size() > subscription.imageCount()) {
      assemblies
          .entrySet()
          .removeIf(entry -> subscription.imageBySessionId(entry.getKey()) == null);
    }
  }

  @Override
  public void close() {
    guard.close();
    subscription.close();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "Aeron receiver from %s, stream %d"
        .formatted(subscription.channel(), subscription.streamId());
  }
}
