// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import dev.segue.serializer.Serializer;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import java.time.Duration;
import java.util.function.Consumer;

/// Quotes through shared memory or Aeron, which have the same senders and receivers.
final class MessageLink implements Link {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int MOST_AT_ONCE = 100;
  private static final int MAX_LENGTH = 256;

  private final MessageCodec<Quote> codec;
  private final MessageSender sender;
  private final MessageReceiver receiver;
  private final Runnable closing;

  /// @param closing closes the sender and the receiver
  MessageLink(MessageSender sender, MessageReceiver receiver, Runnable closing) {
    Serializer serializer = Serializer.builder().register(Quote.class).build();
    this.codec =
        MessageCodec.of(serializer::write, m -> serializer.read(m, 0, Quote.class), MAX_LENGTH);
    this.sender = sender;
    this.receiver = receiver;
    this.closing = closing;
  }

  @Override
  public boolean send(Quote quote) {
    return sender.offer(codec, quote, PATIENCE);
  }

  @Override
  public int receive(Consumer<? super Quote> consumer) {
    return receiver.poll(codec, consumer, MOST_AT_ONCE, WAIT);
  }

  @Override
  public void close() {
    closing.run();
  }
}
