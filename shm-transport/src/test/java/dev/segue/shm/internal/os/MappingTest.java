// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory that native code is using cannot be unmapped.
class MappingTest {

  @TempDir private Path folder;

  private Mapping map(String name) throws IOException {
    Path file = folder.resolve(name);
    SharedFile.create(file, 4096, Access.OWNER);
    return SharedFile.map(file, 4096, Access.OWNER);
  }

  @Test
  void laneInUseDoesNotKeepOtherLanesMapped() throws IOException {
    Mapping used = map("used");
    Mapping next = map("next");
    List<String> seen = new ArrayList<>();
    NativeUse.during(
        used.segment(),
        () -> {
          try {
            Mapping.closeAll(List.of(used, next), 0);
            seen.add("closed");
          } catch (IllegalStateException e) {
            seen.add("in use");
          }
        });
    assertEquals("in use", seen.getFirst());
    assertFalse(next.segment().scope().isAlive());
    assertTrue(used.segment().scope().isAlive());
    used.close();
    assertFalse(used.segment().scope().isAlive());
  }
}
