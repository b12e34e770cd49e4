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

class RequestReplyExampleTest {

  @Test
  void requestsAreAnswered() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      RequestReplyExample.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertEquals(
        List.of(
            "Receipt 1: 2 x tea",
            "the responder failed: java.lang.IllegalArgumentException: quantity=0",
            "Serving ended: INTERRUPTED"),
        output.toString(StandardCharsets.UTF_8).lines().toList());
  }

  @Test
  void guideShowsTheExample() throws Exception {
    Path here = Path.of(System.getProperty("basedir", ""));
    String example =
        Files.readString(here.resolve("src/main/java/dev/segue/examples/RequestReplyExample.java"));
    String guide = Files.readString(here.resolve("../docs/requests.md"));
    for (String tag : List.of("responder", "requester")) {
      int start = example.indexOf('\n', example.indexOf("// tag::" + tag + "[]")) + 1;
      int end = example.lastIndexOf('\n', example.indexOf("// end::" + tag + "[]"));
      assertTrue(start > 0 && end > start, tag);
      String snippet = "```java\n" + example.substring(start, end).stripIndent() + "\n```\n";
      assertTrue(guide.contains(snippet), snippet);
    }
  }
}
