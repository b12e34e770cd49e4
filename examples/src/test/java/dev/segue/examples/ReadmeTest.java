// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/// The programs of the README run, and its `pom.xml` has their dependencies. The CI compiles both
/// with Maven.
class ReadmeTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir", "")).resolve("..");
  private static final Pattern PROGRAM =
      Pattern.compile("`src/main/java/(\\w+\\.java)`.*?^```java\\n(.*?)^```$", flags());
  private static final Pattern POM = Pattern.compile("^```xml\\n(.*?)^```$", flags());

  private static int flags() {
    return Pattern.DOTALL | Pattern.MULTILINE;
  }

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  /// Writes a program of the README to a directory, with a separate channel.
  private static Path program(String name, String channel, Path directory) throws IOException {
    MatchResult program =
        PROGRAM
            .matcher(readme())
            .results()
            .filter(match -> match.group(1).equals(name))
            .findFirst()
            .orElseThrow();
    Path file = directory.resolve(name);
    return Files.writeString(
        file,
        program.group(2).replace("\"quotes\"", "\"" + channel + "\""),
        StandardCharsets.UTF_8);
  }

  /// Compiles a program, and runs it in a child JVM.
  private static String run(Path program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Jvm.command(
            List.of(
                "--enable-native-access=ALL-UNNAMED", "-cp", Jvm.classPath(), program.toString()));
    command.addAll(List.of(arguments));
    return Jvm.run(command).requireSuccess().output().strip();
  }

  @Test
  void serializerProgramRuns(@TempDir Path directory) throws Exception {
    String printed = run(program("Orders.java", "", directory));
    assertTrue(
        printed.endsWith(" bytes: Order[id=4711, items=[Item[article=tea, quantity=2]]]"), printed);
  }

  @Test
  void sharedMemoryProgramRuns(@TempDir Path directory) throws Exception {
    String channel = TestFiles.name();
    Path program = program("Quotes.java", channel, directory);
    try {
      assertEquals("", run(program, "send"));
      assertEquals("Quote[symbol=SEGUE, price=42.25]", run(program, "receive"));
    } finally {
      assertTrue(Channel.unlinkIfExists(Channel.defaultPath(channel)));
    }
  }

  @Test
  void compressionSnippetQuotesTheExample() throws IOException {
    String readme = readme();
    String example =
        Files.readString(
            ROOT.resolve("examples/src/main/java/dev/segue/examples/CompressionQuickStart.java"));
    int start = example.indexOf('\n', example.indexOf("// tag::arrays[]")) + 1;
    int end = example.lastIndexOf('\n', example.indexOf("// end::arrays[]"));
    String snippet = "```java\n" + example.substring(start, end).stripIndent() + "\n```\n";
    assertTrue(readme.contains(snippet), snippet);
  }

  @Test
  void pomContainsTheModules() throws Exception {
    MatchResult pom = POM.matcher(readme()).results().findFirst().orElseThrow();
    Document document = parse(pom.group(1));
    assertEquals("25", text(document, "maven.compiler.release").getFirst());
    Document parent = parse(Files.readString(ROOT.resolve("pom.xml")));
    assertEquals(text(parent, "version").getFirst(), text(document, "segue").getFirst());
    assertEquals(
        Set.of("segue-serializer", "segue-shm-transport", "segue-compression"),
        text(document, "artifactId").stream()
            .filter(name -> name.startsWith("segue-"))
            .collect(Collectors.toSet()));
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> text(Document document, String element) {
    var elements = document.getElementsByTagName(element);
    return IntStream.range(0, elements.getLength())
        .mapToObj(i -> elements.item(i).getTextContent())
        .toList();
  }
}
