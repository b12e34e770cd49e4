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
import java.util.function.Predicate;
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
  void serializerQuickStartRuns() throws Exception {
    String output = outputOf(SerializerQuickStart::main);
    assertTrue(
        output.endsWith(
            " bytes: Order[id=4711, items=[Item[article=tea, quantity=2]]]"
                + System.lineSeparator()),
        output);
  }

  @Test
  void serializerGuideQuotesTheExample() throws Exception {
    List<String> example =
        Files.readAllLines(
            HERE.resolve("src/main/java/dev/segue/examples/SerializerQuickStart.java"));
    String quickStart = tagged(example, "types") + "\n\n" + tagged(example, "round-trip");
    String guide = Files.readString(HERE.resolve("../docs/serializer.md"));
    int start = guide.indexOf("```java\n") + "```java\n".length();
    assertEquals(quickStart, guide.substring(start, guide.indexOf("\n```", start)));
  }

  private static String tagged(List<String> lines, String tag) {
    int start = lines.indexOf(lines.stream().filter(is("tag", tag)).findFirst().orElseThrow());
    int end = lines.indexOf(lines.stream().filter(is("end", tag)).findFirst().orElseThrow());
    return String.join("\n", lines.subList(start + 1, end)).stripTrailing().stripIndent();
  }

  private static Predicate<String> is(String directive, String tag) {
    return line -> line.strip().equals("// " + directive + "::" + tag + "[]");
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
    assertTrue(output.contains("has only [article, quantity]"), output);
  }

  @Test
  void outOfBandExampleRuns() throws Exception {
    String output = outputOf(OutOfBandExample::main);
    assertTrue(output.contains(" bytes, and 2 contents"), output);
    assertTrue(output.contains("The same array: true"), output);
    assertTrue(output.contains("Another array: true"), output);
    assertTrue(output.contains("INCOMPATIBLE_FORMAT: "), output);
    assertTrue(output.contains("Sound within the payload: true, 9"), output);
  }

  @Test
  void typeSurrogateExampleRuns() throws Exception {
    String output = outputOf(TypeSurrogateExample::main);
    assertTrue(
        output.contains("Read back: Invoice[number=7, items=[12.50 EUR, 0.99 EUR]]"), output);
    assertTrue(output.contains("HOOK_FAILED: "), output);
  }

  @Test
  void typeSurrogateTakesLessThanFifteenLines() throws Exception {
    List<String> example =
        Files.readAllLines(
            HERE.resolve("src/main/java/dev/segue/examples/TypeSurrogateExample.java"));
    int lines =
        example.indexOf("  // end::surrogate[]") - example.indexOf("  // tag::surrogate[]") - 1;
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
  void compressionQuickStartRuns() throws Exception {
    String output = outputOf(CompressionQuickStart::main);
    for (String part :
        new String[] {
          "Array restored: true",
          "Segment restored: true",
          "Written to the buffer: true",
          "Stream restored: true",
          "Order restored: true",
          "Both read: true"
        }) {
      assertTrue(output.contains(part), () -> part + " in\n" + output);
    }
  }

  @Test
  void compressionGuidesQuoteTheQuickStart() throws Exception {
    List<String> example =
        Files.readAllLines(
            HERE.resolve("src/main/java/dev/segue/examples/CompressionQuickStart.java"));
    String guides =
        Files.readString(HERE.resolve("../docs/compression.md"))
            + Files.readString(HERE.resolve("../docs/dictionaries.md"));
    for (String tag : List.of("arrays", "segments", "streams", "small-values", "rollout")) {
      StringBuilder snippet = new StringBuilder();
      boolean inside = false;
      for (String line : example) {
        boolean begins = line.strip().equals("// tag::" + tag + "[]");
        if (begins || line.strip().equals("// end::" + tag + "[]")) {
          inside = begins;
        } else if (inside) {
          snippet.append(line).append('\n');
        }
      }
      String expected = "```java\n" + snippet.toString().stripTrailing().stripIndent() + "\n```\n";
      assertTrue(snippet.length() > 0 && guides.contains(expected), expected);
    }
  }

  @Test
  void shmExampleRuns() throws Exception {
    String output = outputOf(ShmExample::main);
    assertTrue(output.contains("Quote[symbol=SEGUE, price=42.25]"), output);
    assertTrue(output.contains("exists: true"), output);
    assertTrue(output.contains("NOT_FOUND: "), output);
  }
}
