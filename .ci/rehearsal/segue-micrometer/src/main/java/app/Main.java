// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.micrometer.ChannelMetrics;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A message through a channel, and the meter that counts it.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    Path path = Channel.defaultPath("rehearsal-" + ProcessHandle.current().pid());
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Channel channel = Channel.create(path);
        ChannelMetrics metrics = new ChannelMetrics(channel);
        Publisher publisher = channel.addPublisher();
        Subscriber _ = channel.addSubscriber()) {
      System.out.println(publisher.offer(MemorySegment.ofArray(new int[] {42})));
      metrics.bindTo(registry);
      System.out.println(registry.get("segue.channel.bytes").functionCounter().count() == 4);
    } finally {
      Channel.unlink(path);
    }
  }
}
