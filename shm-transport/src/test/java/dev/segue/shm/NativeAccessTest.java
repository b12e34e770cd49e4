// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(600)
@EnabledOnOs(OS.LINUX)
class NativeAccessTest extends InScratch {

  private static final String LINE = "--enable-native-access=ALL-UNNAMED";

  /// Returns how often a JVM logs missing native access when its threads wait twice, on two
  /// channels.
  private long linesOf(boolean enabled, List<String> properties) throws Exception {
    List<String> command =
        new ArrayList<>(ChildJvm.command(Waiting.class, List.of(scratch.directory().toString())));
    if (!enabled) {
      command.remove("--enable-native-access=ALL-UNNAMED");
      command.removeIf(argument -> argument.startsWith("--illegal-native-access"));
    }
    command.addAll(1, properties);
    return Jvm.run(command).requireSuccess().lines().stream()
        .filter(line -> line.contains("poll") && line.contains(LINE))
        .count();
  }

  @Test
  void missingNativeAccessIsLoggedOnce() throws Exception {
    assertEquals(1, linesOf(false, List.of()));
  }

  @Test
  void nothingIsLoggedWithNativeAccess() throws Exception {
    assertEquals(0, linesOf(true, List.of()));
    assertEquals(0, linesOf(false, List.of("-Ddev.segue.shm.portable=true")));
  }

  /// The main class of the other JVM.
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
      for (String name : List.of("one", "two")) {
        Path path = Path.of(arguments[0], name);
        try (Channel channel = Channel.openOrCreate(path);
            Subscriber subscriber = channel.addSubscriber()) {
          for (int i = 0; i < 3; i++) {
            if (subscriber.poll(_ -> {}, 1, Duration.ofMillis(20)) != 0) {
              throw new IOException("nobody sends");
            }
          }
        }
        Channel.unlink(path);
      }
    }
  }
}
