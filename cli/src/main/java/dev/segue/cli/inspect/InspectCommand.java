// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
      "Shows serialized payloads as trees: offset, length in bytes, value.",
      "Of a payload that is cut off or corrupt all that can be found is shown, with what is wrong"
          + " behind an exclamation mark; the exit code is 1 then. Classes are loaded, but no"
          + " objects are made of them."
    })
public final class InspectCommand implements Callable<Integer> {

  private static final Pattern OFFSET = Pattern.compile("^ *(\\d+)(?= +[\\d!])");
  private static final Pattern VERDICT = Pattern.compile("^\\d+ problems?$", Pattern.MULTILINE);

  @Parameters(paramLabel = "FILE", description = "What to look into; - for the standard input.")
  private String file = "";

  @ArgGroup(exclusive = false, heading = "Classes:%n")
  private Classes classes = new Classes();

  @Option(
      names = "--offset",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "Where the first payload begins. Default: ${DEFAULT-VALUE}.")
  private long offset;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many payloads to show, one behind the other. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Option(names = "--hex", description = "Shows offsets in hexadecimal.")
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
    if (file.equals("-")) {
      return inspect(serializer, MemorySegment.ofArray(new SourceFile(Path.of(file)).readAll()));
    }
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ)) {
      return inspect(
          serializer, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    } catch (IOException e) {
      throw FileFailure.of(file, e);
    }
  }

  private int inspect(Serializer serializer, MemorySegment source) throws IOException {
    if (source.byteSize() == 0) {
      throw new EOFException("the file is empty");
    }
    if (offset < 0 || offset >= source.byteSize()) {
      throw new ParameterException(
          spec.commandLine(),
          "--offset=%d, and there are %d bytes".formatted(offset, source.byteSize()));
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean damaged = false;
    boolean unknown = false;
    long at = offset;
    for (int shown = 0; shown < limit && at < source.byteSize() && !damaged; shown++) {
      String text = serializer.inspect(source, at);
      out.println((shown == 0 ? "" : "\n") + (hex ? inHexadecimal(text) : text).stripTrailing());
      damaged = VERDICT.matcher(text).find();
      unknown |= text.contains("not registered here");
      at += size(serializer, source, at);
    }
    if (at < source.byteSize()) {
      out.println("%n%,d bytes more, from %d on".formatted(source.byteSize() - at, at));
    }
    if (unknown) {
      out.println(
          "%nFor more about classes that are not registered: --classpath with --register or"
                  .formatted()
              + " --package");
    }
    out.flush();
    return damaged ? spec.exitCodeOnExecutionException() : ExitCode.OK;
  }

  /// How far it is to the next payload; to the end if there is no saying.
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
