// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.examples.FstMigrationExample.Item;
import dev.segue.examples.FstMigrationExample.Orders;
import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.nustaq.serialization.FSTConfiguration;

/// The claims of docs/migrate/fst.md. FST needs flags that the tests of this module refuse, so it
/// runs in a child JVM.
class FstMigrationTest {

  private static final Path FLAGS =
      Path.of(System.getProperty("basedir", "")).resolve("migrate-fst.flags");

  /// Writes values of every kind with FST; prints the values whose bytes look like Segue's.
  static final class FirstBytes {

    private FirstBytes() {}

    public static void main(String[] args) {
      Object[] values = {
        "text",
        "",
        1,
        -27,
        4711L,
        -115L,
        1.5,
        'x',
        true,
        Thread.State.NEW,
        new byte[] {(byte) 0xE5, 1},
        new int[] {0x1E5},
        new Object[] {1, "a"},
        new ArrayList<>(List.of(1, 2)),
        new TreeMap<>(Map.of("a", 1)),
        new Item("tea", 2)
      };
      int written = 0;
      for (boolean shared : new boolean[] {true, false}) {
        for (boolean registered : new boolean[] {true, false}) {
          FSTConfiguration fst = FSTConfiguration.createDefaultConfiguration();
          fst.setShareReferences(shared);
          if (registered) {
            fst.registerClass(Item.class);
          }
          for (Object value : values) {
            written++;
            if (Orders.isSegue(fst.asByteArray(value))) {
              System.out.println("looks like Segue's: " + value);
            }
          }
        }
      }
      System.out.println("written: " + written);
    }
  }

  private static List<String> run(Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = Jvm.command(List.of("@" + FLAGS), program, List.of(arguments));
    return Jvm.run(command).requireSuccess().lines();
  }

  @Test
  void exampleReadsBothFormatsAndConverts() throws Exception {
    assertEquals(
        List.of("FST: 4711: [2 tea]", "Segue: 4711: [2 tea]"), run(Examples.class, "migrate-fst"));
  }

  @Test
  void noFstPayloadStartsLikeSegue() throws Exception {
    assertEquals(List.of("written: 64"), run(FirstBytes.class));
  }
}
