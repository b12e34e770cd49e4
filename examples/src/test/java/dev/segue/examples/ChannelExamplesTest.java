// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples of what can be plugged into a channel.
class ChannelExamplesTest {

  private interface Example {
    void run(String[] args) throws IOException;
  }

  private static List<String> outputOf(Example example) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      example.run(new String[0]);
    } finally {
      System.setOut(before);
    }
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void kryoAndForyCarryObjects() throws IOException {
    String quote = "Received Quote[symbol=SEGUE, price=42.25]";
    assertEquals(List.of(quote, quote), outputOf(OtherSerializersExample::main));
  }

  @Test
  void compressedMessagesAreShorterAndEqual() throws IOException {
    List<String> lines = outputOf(CompressedChannelExample::main);
    assertTrue(lengthIn(lines.get(0)) > 31_000, lines::toString);
    assertTrue(lengthIn(lines.get(1)) < 1000, lines::toString);
    assertEquals("Equal: true", lines.get(2));
  }

  private static int lengthIn(String line) {
    return Integer.parseInt(line.substring(line.indexOf(": ") + 2));
  }
}
