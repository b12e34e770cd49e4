// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples of serializers and encodings on a channel.
class ChannelExamplesTest {

  private interface Example {
    void run(String[] args) throws Exception;
  }

  private static List<String> outputOf(Example example) throws Exception {
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
  void kryoAndForyCarryObjects() throws Exception {
    String quote = "Received Quote[symbol=SEGUE, price=42.25]";
    assertEquals(List.of(quote, quote), outputOf(OtherSerializersExample::main));
  }

  @Test
  void compressedMessagesAreShorterAndEqual() throws Exception {
    List<String> lines = outputOf(CompressedChannelExample::main);
    assertTrue(lengthIn(lines.get(0)) > 31_000, lines::toString);
    assertTrue(lengthIn(lines.get(1)) < 1000, lines::toString);
    assertEquals("Equal: true", lines.get(2));
  }

  private static int lengthIn(String line) {
    return Integer.parseInt(line.substring(line.indexOf(": ") + 2));
  }

  @Test
  void quotesArriveAtTheOtherProgram() throws Exception {
    assertEquals(
        List.of(
            "Received Quote[symbol=SEGUE, price=42.25]",
            "Sequence 4711",
            "Received Quote[symbol=TYPED, price=1.5]"),
        outputOf(QuotesExample::main));
  }

  @Test
  void guideShowsTheExample() throws Exception {
    Path here = Path.of(System.getProperty("basedir", ""));
    String example =
        Files.readString(here.resolve("src/main/java/dev/segue/examples/QuotesExample.java"));
    String guide = Files.readString(here.resolve("../docs/shm.md"));
    for (String tag : List.of("publisher", "subscriber", "claim")) {
      int start = example.indexOf('\n', example.indexOf("// tag::" + tag + "[]")) + 1;
      int end = example.lastIndexOf('\n', example.indexOf("// end::" + tag + "[]"));
      assertTrue(start > 0 && end > start, tag);
      String snippet = "```java\n" + example.substring(start, end).stripIndent() + "\n```\n";
      assertTrue(guide.contains(snippet), snippet);
    }
  }
}
