// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StreamsExampleTest {

  @Test
  void streamsExampleRuns() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      StreamsExample.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    String text = output.toString(StandardCharsets.UTF_8);
    for (String part :
        new String[] {
          "The second: Reading[sensor=inside",
          "Equal: true",
          "Next: Reading[sensor=outside",
          "Copied: true",
          "slot of ArrayList of StreamsExample$Reading",
          "value = -3.0",
          "! cut off",
          "{0=class dev.segue.examples.StreamsExample$Reading, 10=",
          "Refused: id=10 is taken by",
          "MALFORMED_INPUT: truncated"
        }) {
      assertTrue(text.contains(part), () -> part + " in\n" + text);
    }
  }
}
