// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect;

import dev.segue.cli.classes.RegisteredClasses;
import dev.segue.cli.terminal.InputFile;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue inspect`.
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Show serialized payloads as trees: offset, length in bytes, value.",
      "",
      "A truncated or corrupt payload is shown as far as it can be parsed, and the error is marked"
          + " with an exclamation mark. Classes are loaded, but no objects are created.",
      ""
    },
    exitCodeList = {
      "0:success",
      "1:failure, or a payload is truncated or corrupt",
      "2:wrong usage"
    })
public final class InspectCommand implements Callable<Integer> {

  private static final Pattern OFFSET = Pattern.compile("^ *(\\d+)(?= +[\\d!])");
  private static final Pattern VERDICT = Pattern.compile("^\\d+ problems?$", Pattern.MULTILINE);

  @Parameters(paramLabel = "FILE", description = "The file to show; - is standard input.")
  private String file = "";

  @ArgGroup(exclusive = false, heading = "Classes:%n")
  private RegisteredClasses classes = new RegisteredClasses();

  @Option(
      names = "--offset",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "Position of the first payload. Default: ${DEFAULT-VALUE}.")
  private long offset;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of payloads to show. Default: ${DEFAULT-VALUE}.")
  private int count;

  @Option(names = "--hex", description = "Show offsets in hexadecimal.")
  private boolean hex;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public InspectCommand() {}

  @Override
  public Integer call() throws IOException {
    Serializer serializer;
    try {
      serializer = classes.serializer();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    if (count < 1) {
      throw new ParameterException(spec.commandLine(), "--count must be at least 1");
    }
    if (file.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "the name of the file is empty");
    }
    try (Arena arena = Arena.ofConfined()) {
      return inspect(serializer, new InputFile(file).content(arena));
    }
  }

  private int inspect(Serializer serializer, MemorySegment source) {
    if (offset < 0 || offset >= source.byteSize()) {
      throw new ParameterException(
          spec.commandLine(),
          "--offset=%d is outside the file, which has %,d bytes"
              .formatted(offset, source.byteSize()));
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean damaged = false;
    boolean unknown = false;
    long at = offset;
    for (int shown = 0; shown < count && at < source.byteSize() && !damaged; shown++) {
      String text = serializer.inspect(source, at);
      out.println((shown == 0 ? "" : "\n") + (hex ? inHexadecimal(text) : text).stripTrailing());
      damaged = VERDICT.matcher(text).find();
      unknown |= text.contains("not registered here");
      at += size(serializer, source, at);
    }
    if (at < source.byteSize()) {
      out.println("%n%,d more bytes, from %d on".formatted(source.byteSize() - at, at));
    }
    if (unknown) {
      out.println(
          "%nTo see classes that are not registered: --class-path with --register or --package"
              .formatted());
    }
    out.flush();
    return damaged ? spec.exitCodeOnExecutionException() : ExitCode.OK;
  }

  /// Returns the distance to the next payload, or to the end if the length is unknown.
  private static long size(Serializer serializer, MemorySegment source, long at) {
    long left = source.byteSize() - at;
    try {
      return Math.min(left, serializer.payloadSize(source, at));
    } catch (SerializationException e) {
      return left;
    }
  }

  private static String inHexadecimal(String text) {
    return text.lines()
        .map(line ->
            OFFSET
                .matcher(line)
                .replaceFirst(match -> "%10x".formatted(Long.parseLong(match.group(1)))))
        .collect(Collectors.joining("\n"));
  }
}
