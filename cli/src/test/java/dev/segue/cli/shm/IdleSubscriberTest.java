// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Subscriber;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What waiting takes. Here, because the transport's own module has no `java.management`.
class IdleSubscriberTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void takesLessThanAHundredthOfACore(@TempDir Path directory) {
    try (Channel channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults());
        Subscriber subscriber = channel.subscriber()) {
      assertEquals(0, subscriber.pollBlocking(m -> {}, 1, Duration.ofMillis(300)));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      assertEquals(0, subscriber.pollBlocking(m -> {}, 1, Duration.ofSeconds(1)));
      double used = threads.getCurrentThreadCpuTime() - before;
      double share = used / (System.nanoTime() - start);
      assertTrue(share < 0.01, "share of a core: " + share);
    }
  }
}
