// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A channel with many members, and room for many more.
@EnabledOnOs(OS.LINUX)
class CrowdedChannelTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(100, Delivery.QUEUE, 0, 0, ChannelSettings.MAX_MEMBERS);
  private static final int MEMBERS = 64;
  private static final long TICKS_ALLOWED = 300;

  @TempDir private Path directory;

  /// Measures CPU time, so that other processes do not matter. Searching the whole table for each
  /// lane, or all lanes for each file, took eight times this limit.
  @Test
  void joiningReadsTheTablesOnce() throws IOException {
    try (ChannelDirectory channel =
        ChannelDirectory.create(directory.resolve("channel"), SETTINGS, Access.OWNER)) {
      Registry registry = channel.registry();
      long before = processorTicks();
      for (int i = 0; i < MEMBERS; i++) {
        registry.join(i % 2 == 0 ? Role.PUBLISHER : Role.SUBSCRIBER);
      }
      long taken = processorTicks() - before;
      assertEquals(MEMBERS * MEMBERS / 4, registry.lanes().size());
      assertTrue(taken < TICKS_ALLOWED, () -> "took " + taken + " ticks");
    }
  }

  /// The CPU time of this thread, in hundredths of a second; see proc_pid_stat(5).
  private static long processorTicks() throws IOException {
    String status = Files.readString(Path.of("/proc/thread-self/stat"));
    List<String> fields =
        Pattern.compile(" ")
            .splitAsStream(status.substring(status.lastIndexOf(')') + 2))
            .limit(13)
            .toList();
    return Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
  }
}
