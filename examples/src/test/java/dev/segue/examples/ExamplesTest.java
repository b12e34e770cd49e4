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

class ExamplesTest {

  private static final Path HERE = Path.of(System.getProperty("basedir"));

  private interface Example {
    void run(String[] args) throws Exception;
  }

  private static String outputOf(Example example) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      example.run(new String[0]);
    } finally {
      System.setOut(before);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  @Test
  void serializerExampleRuns() throws Exception {
    String output = outputOf(SerializerExample::main);
    assertTrue(output.contains("Read back: Order[id=4711"), output);
    assertTrue(output.contains("The second: Item[article=tea"), output);
    assertTrue(output.contains("UNREGISTERED_CLASS: "), output);
    assertTrue(output.contains("MALFORMED_INPUT: "), output);
  }

  @Test
  void evolutionExampleRuns() throws Exception {
    String output = outputOf(EvolutionExample::main);
    assertTrue(
        output.contains("Order[currency=EUR, number=7, buyer=Ada, items=[gears, wheels]]"), output);
  }

  @Test
  void viewExampleRuns() throws Exception {
    String output = outputOf(ViewExample::main);
    assertTrue(output.contains("Order 1: 5 pieces, to Oslo: true"), output);
    assertTrue(output.contains("Order 2: 5 pieces, to Oslo: false"), output);
    assertTrue(output.contains("which has none; it has [article, quantity]"), output);
  }

  @Test
  void outOfBandExampleRuns() throws Exception {
    String output = outputOf(OutOfBandExample::main);
    assertTrue(output.contains(" bytes, and 2 segments"), output);
    assertTrue(output.contains("The same array: true"), output);
    assertTrue(output.contains("Another array: true"), output);
    assertTrue(output.contains("INCOMPATIBLE_FORMAT: "), output);
    assertTrue(output.contains("Sound within the payload: true, 9"), output);
  }

  @Test
  void typeCodecExampleRuns() throws Exception {
    String output = outputOf(TypeCodecExample::main);
    assertTrue(
        output.contains("Read back: Invoice[number=7, items=[12.50 EUR, 0.99 EUR]]"), output);
    assertTrue(output.contains("HOOK_FAILED: "), output);
  }

  @Test
  void aTypeCodecTakesLessThanFifteenLines() throws Exception {
    List<String> example =
        Files.readAllLines(HERE.resolve("src/main/java/dev/segue/examples/TypeCodecExample.java"));
    int lines = example.indexOf("  // end::codec[]") - example.indexOf("  // tag::codec[]") - 1;
    assertTrue(lines > 0 && lines < 15, "lines=" + lines);
  }

  @Test
  void compressionExampleRuns() throws Exception {
    String output = outputOf(CompressionExample::main);
    assertTrue(output.contains("Restored and equal: true"), output);
    assertTrue(output.contains("DESTINATION_TOO_SMALL: "), output);
    assertTrue(output.contains("MALFORMED_INPUT: "), output);
  }

  @Test
  void shmExampleRuns() throws Exception {
    String output = outputOf(ShmExample::main);
    assertTrue(output.contains("Quote[symbol=SEGUE, price=42.25]"), output);
    assertTrue(output.contains("exists: true"), output);
    assertTrue(output.contains("NOT_FOUND: "), output);
  }

  @Test
  void quickStartOfTheReadmeIsTheExamples() throws Exception {
    List<String> example =
        Files.readAllLines(HERE.resolve("src/main/java/dev/segue/examples/ShmExample.java"));
    String quickStart =
        String.join(
                "\n",
                example.subList(
                    example.indexOf("    // tag::quick-start[]") + 1,
                    example.indexOf("    // end::quick-start[]")))
            .stripIndent();
    assertTrue(quickStart.lines().count() <= 10, quickStart);
    String readme = Files.readString(HERE.resolve("../README.md"));
    int start = readme.indexOf("```java\n") + "```java\n".length();
    assertEquals(quickStart, readme.substring(start, readme.indexOf("\n```", start)));
  }
}
