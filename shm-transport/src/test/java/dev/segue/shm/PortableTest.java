// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;

/// The implementation for systems other than Linux, forced there by `dev.segue.shm.portable`, in
/// addition to the tests that the build runs a second time with this property.
@EnabledIf("isPortable")
@Timeout(600)
class PortableTest {

  static boolean isPortable() {
    return OS.current() != OS.LINUX || Boolean.getBoolean("dev.segue.shm.portable");
  }

  @AfterEach
  void sleepAsUsual() {
    Sleeper.sleepUntilWoken(false);
  }

  /// Without a futex the sleeper polls, so it receives messages although its sleeps never time out.
  @Test
  void sleeperPollsWithoutAWakeUp() throws Exception {
    Sleeper.sleepUntilWoken(true);
    try (Scratch scratch = new Scratch();
        Channel channel = Channel.create(scratch.path("channel"), ChannelConfig.defaults())) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      assertEquals(0, subscriber.poll(m -> {}, 1, Duration.ofMillis(20)));
      int[] received = {0};
      Thread sleeper =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 50; i++) {
                  received[0] += subscriber.poll(m -> {}, 1, Duration.ofMinutes(5));
                }
              });
      for (int i = 0; i < 50; i++) {
        Numbers.send(publisher, i);
        Thread.sleep(2);
      }
      sleeper.join();
      assertEquals(50, received[0]);
    }
  }
}
