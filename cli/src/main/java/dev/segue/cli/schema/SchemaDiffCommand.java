// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.cli.terminal.InputFile;
import dev.segue.serializer.SchemaChange;
import dev.segue.serializer.SchemaText;
import dev.segue.serializer.SerializationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue schema diff`.
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Show what changes between two versions of classes mean to payloads of the older one.",
      "",
      "Each file is the text that SchemaText writes, or a payload that ends with its schema."
          + " No classes are loaded.",
      ""
    },
    exitCodeList = {
      "0:old payloads are read without loss",
      "1:failure, or a change is LOST, LOOKS_RENAMED or INCOMPATIBLE",
      "2:wrong usage"
    })
final class SchemaDiffCommand implements Callable<Integer> {

  private static final Set<SchemaChange.Kind> HARMFUL =
      EnumSet.of(
          SchemaChange.Kind.LOST, SchemaChange.Kind.LOOKS_RENAMED, SchemaChange.Kind.INCOMPATIBLE);

  /// The first byte of payloads; UTF-8 text that begins with this byte is not a schema.
  private static final int PAYLOAD = 0xe5;

  @Parameters(
      index = "0",
      paramLabel = "OLD",
      description = "The older version; - is standard input.")
  private String older = "";

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "The newer version; - is standard input.")
  private String newer = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (older.isEmpty() || newer.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "the name of a file is empty");
    }
    if (older.equals("-") && newer.equals("-")) {
      throw new ParameterException(spec.commandLine(), "only one file can be standard input");
    }
    List<SchemaChange> changes = read(newer).changesSince(read(older));
    PrintWriter out = spec.commandLine().getOut();
    changes.forEach(out::println);
    out.flush();
    return changes.stream().anyMatch(change -> HARMFUL.contains(change.kind()))
        ? spec.exitCodeOnExecutionException()
        : ExitCode.OK;
  }

  private static SchemaText read(String name) throws IOException {
    InputFile file = new InputFile(name);
    byte[] bytes = file.bytes();
    try {
      return bytes.length > 0 && Byte.toUnsignedInt(bytes[0]) == PAYLOAD
          ? SchemaText.ofPayload(bytes)
          : SchemaText.parse(new String(bytes, UTF_8));
    } catch (SerializationException e) {
      throw file.failure(String.valueOf(e.getMessage()));
    }
  }
}
