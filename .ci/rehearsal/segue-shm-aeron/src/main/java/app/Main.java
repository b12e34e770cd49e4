// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.aeron.AeronConfig;
import dev.segue.aeron.AeronTransport;
import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/// A message through Aeron, within this process.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    try (AeronTransport transport = AeronTransport.open(AeronConfig.of("aeron:ipc"));
        MessageReceiver receiver = transport.addReceiver();
        MessageSender sender = transport.addSender()) {
      System.out.println(
          sender.offer(MemorySegment.ofArray(new int[] {42}), Duration.ofSeconds(10)));
      int polled =
          receiver.poll(
              message -> System.out.println(message.get(ValueLayout.JAVA_INT_UNALIGNED, 0) == 42),
              1,
              Duration.ofSeconds(10));
      System.out.println(polled == 1);
    }
  }
}
