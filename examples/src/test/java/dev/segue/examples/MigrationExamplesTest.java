// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `./segue example migrate-...`.
class MigrationExamplesTest {

  private static List<String> outputOf(String example) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, Examples.run(new String[] {example}));
    } finally {
      System.setOut(before);
    }
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String order(int id, String article, int quantity) {
    return "Order[id=%d, items=[Item[article=%s, quantity=%d]]]".formatted(id, article, quantity);
  }

  @Test
  void kryoExampleRuns() throws Exception {
    List<String> read =
        List.of(
            "Read " + order(1, "tea", 1),
            "Read " + order(2, "coffee", 5),
            "Read " + order(3, "tea", 3));
    List<String> lines = outputOf("migrate-kryo");
    assertEquals(read, lines.subList(0, 3));
    assertEquals(List.of("Converted: 2", "Left: 0"), lines.subList(3, 5));
    assertEquals(read, lines.subList(5, 8));
  }

  @Test
  void foryExampleRuns() throws Exception {
    assertEquals(
        List.of(
            "Fory: " + order(1, "tea", 1),
            "Fory: " + order(2, "tea", 2),
            "Fory: " + order(3, "tea", 3),
            "Segue: " + order(1, "tea", 1),
            "Segue: " + order(2, "tea", 2),
            "Segue: " + order(3, "tea", 3)),
        outputOf("migrate-fory"));
  }

  @Test
  void zstdJniExampleRuns() throws Exception {
    assertEquals(
        List.of("Frame read: true", "Envelope read: true", "Stream read: true"),
        outputOf("migrate-zstd-jni").subList(1, 4));
  }

  @Test
  void aeronExampleRuns() throws Exception {
    assertEquals(
        List.of("Received 6", "Sent: true", "Price of 7: 42.25"), outputOf("migrate-aeron"));
  }

  @Test
  void chronicleExampleRuns() throws Exception {
    assertEquals(
        List.of(
            "Received Quote[sequence=1, symbol=SEGUE, price=43.0]",
            "Received Quote[sequence=2, symbol=SEGUE, price=44.0]",
            "Received Quote[sequence=3, symbol=SEGUE, price=45.0]",
            "Replayed Quote[sequence=1, symbol=SEGUE, price=43.0]",
            "Replayed Quote[sequence=2, symbol=SEGUE, price=44.0]",
            "Replayed Quote[sequence=3, symbol=SEGUE, price=45.0]",
            "Resumed Quote[sequence=4, symbol=SEGUE, price=46.0]"),
        outputOf("migrate-chronicle"));
  }
}
