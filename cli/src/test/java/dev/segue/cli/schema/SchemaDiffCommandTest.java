// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaText;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SchemaDiffCommandTest {

  record Order(int id, String name) {}

  private static final String NAME = Order.class.getName();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @TempDir Path directory = Path.of("");

  private int diff(Object... files) {
    CommandLine command = new CommandLine(new SchemaDiffCommand());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    command.setExecutionExceptionHandler((e, _, _) -> {
      err.write(e.getMessage());
      return 1;
    });
    return command.execute(Arrays.stream(files).map(Object::toString).toArray(String[]::new));
  }

  private Path file(String name, String fields) throws IOException {
    return Files.writeString(
        directory.resolve(name), "segue-schema 1\n\nrecord " + NAME + "\n" + fields);
  }

  @Test
  void changesAreListedAndDataLossFails() throws IOException {
    Path old = file("old", "  int id\n  String name\n");
    Path now = file("new", "  int id\n  String title\n");
    assertEquals(1, diff(old, now));
    assertEquals(
        "LOOKS_RENAMED %s.name: String name is gone and title is new; if it was renamed, add"
                .formatted(NAME)
            + " @Alias(\"name\") to title; otherwise its values are skipped, and title is null"
            + System.lineSeparator(),
        out.toString());
  }

  @Test
  void changesWithoutDataLossSucceed() throws IOException {
    Path old = file("old", "  int id\n  String name\n");
    Path now = file("new", "  long id\n  String name\n  int more\n");
    assertEquals(0, diff(old, now));
    assertEquals(2, out.toString().lines().count());
    assertEquals(0, diff(old, old));
  }

  @Test
  void payloadMayBeTheOlderVersion() throws IOException {
    Serializer serializer =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Order.class).build();
    Path payload = directory.resolve("payload");
    Files.write(payload, serializer.toBytes(new Order(1, "a")));
    Path same = directory.resolve("same");
    SchemaText.of(serializer).write(same);
    assertEquals(0, diff(payload, same));
    assertEquals("", out.toString());
    assertEquals(1, diff(payload, file("new", "  int id\n")));
  }

  @Test
  void damageIsReportedWithFileAndLine() throws IOException {
    Path damaged = file("damaged", "  int id x\n");
    assertEquals(1, diff(damaged, damaged));
    assertEquals(damaged + ": line 4 of the schema: unexpected text: x", err.toString());
  }

  @Test
  void wrongUsageIsReported() {
    assertEquals(2, diff("-", "-"));
    assertEquals(2, diff("", "b"));
    assertEquals(2, diff("a"));
  }
}
