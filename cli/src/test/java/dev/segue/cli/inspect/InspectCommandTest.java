// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.cli.inspect.quotes.Quote;
import dev.segue.cli.inspect.quotes.Trade;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.Serializer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InspectCommandTest {

  private final StringWriter out = new StringWriter();
  private @TempDir Path directory = Path.of("");

  private int inspect(Object... args) {
    CommandLine command = new CommandLine(new InspectCommand());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
    return command.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  private Path file(Object... values) throws IOException {
    Path file = directory.resolve("payloads");
    Serializer serializer = Serializer.builder().register(Quote.class, Trade.class).build();
    try (PayloadWriter writer = serializer.writer(Files.newOutputStream(file))) {
      for (Object value : values) {
        writer.write(value);
      }
    }
    return file;
  }

  private void shows(String... parts) {
    for (String part : parts) {
      assertTrue(out.toString().contains(part), () -> part + " in\n" + out);
    }
  }

  private static String classes() throws URISyntaxException {
    return Path.of(
            InspectCommandTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  @Test
  void consecutivePayloadsAreShown() throws Exception {
    Path file = file(new Quote("SEGUE", 42.25), new Trade(new Quote("X", 1), 7));
    String names = Quote.class.getName() + "," + Trade.class.getName();
    assertEquals(0, inspect(file, "--class-path", classes(), "--register", names));
    shows("id 0 = " + Quote.class.getName(), "symbol = \"SEGUE\"", "price = 42.25", "id = 7");
    assertFalse(out.toString().contains("--class-path"), out::toString);
  }

  @Test
  void classesMayBeGivenByIdOrPackage() throws Exception {
    Path file = file(new Trade(new Quote("X", 1), 7));
    assertEquals(
        0,
        inspect(
            file, "-r", Trade.class.getName() + "=1", "-r", Quote.class.getName() + "=0", "--hex"));
    shows("id = 7", "\n        10 ");
    assertEquals(0, inspect(file, "--package", Quote.class.getPackageName()));
    shows("id = 7", "        16 ");
  }

  @Test
  void unregisteredObjectsAreShownWithTheirSize() throws IOException {
    List<Object> list = new ArrayList<>(List.of("text", new Quote("X", 1)));
    assertEquals(0, inspect(file(list)));
    shows("[0] = \"text\"", "[1]: id 0, not registered here", "--class-path");
  }

  @Test
  void damageIsShownAndFails() throws IOException {
    Path file = file(List.of("a", "b"), "c");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
    assertEquals(1, inspect(file));
    shows("[0] = \"a\"", "! cut off", "1 problem");
    Files.writeString(file, "no payload");
    assertEquals(1, inspect(file));
    assertEquals(1, inspect(file, "--hex"));
    shows("! not a Segue payload", "\n1 problem");
  }

  @Test
  void outputCanBeLimitedToTheFirstPayloads() throws IOException {
    Path file = file(1, 2, 3, 4);
    assertEquals(0, inspect(file, "-n", 2));
    shows("root: Integer = 1", "root: Integer = 2", "42 more bytes, from 42 on");
    assertFalse(out.toString().contains("Integer = 3"));
    assertEquals(0, inspect(file, "--offset", 42));
    shows("Integer = 3");
  }

  @Test
  void standardInputIsRead() throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(file("piped"))));
    try {
      assertEquals(0, inspect("-"));
    } finally {
      System.setIn(before);
    }
    shows("\"piped\"");
  }

  @Test
  void reportsWrongUsage() throws IOException {
    Path file = file(1);
    assertEquals(2, inspect());
    assertEquals(2, inspect(file, "--register", "no.such.Class"));
    shows("cannot find the class no.such.Class");
    assertEquals(2, inspect(file, "--register", Quote.class.getName() + "=x"));
    assertEquals(2, inspect(file, "--package", "no.such"));
    assertEquals(2, inspect(file, "--offset", 1000));
    assertEquals(1, inspect(directory.resolve("none")));
    assertEquals(1, inspect(Files.createFile(directory.resolve("empty"))));
  }
}
