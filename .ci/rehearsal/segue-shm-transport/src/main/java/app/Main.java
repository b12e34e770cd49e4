// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;

/// A message through a channel.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    Path path = Channel.defaultPath("rehearsal-" + ProcessHandle.current().pid());
    try (Channel channel = Channel.create(path);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      System.out.println(publisher.offer(MemorySegment.ofArray(new int[] {42})));
      int polled =
          subscriber.poll(
              message -> System.out.println(message.get(ValueLayout.JAVA_INT_UNALIGNED, 0) == 42),
              1,
              Duration.ofSeconds(10));
      System.out.println(polled == 1);
    } finally {
      Channel.unlink(path);
    }
  }
}
