// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.terminal.Conventions;
import dev.segue.compression.Codec;
import dev.segue.compression.ZstdFrame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The command line as users of `zstd` type it.
class ZstdConventionsTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @TempDir Path directory = Path.of("");
  private Path file = Path.of("");
  private Path packed = Path.of("");

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      text.append("{\"id\":").append(random.nextInt(100_000)).append(",\"name\":\"user\"}\n");
    }
    file = Files.writeString(directory.resolve("a.json"), text);
    packed = directory.resolve("a.json.zst");
  }

  private int zstd(Object... args) {
    CommandLine command = Conventions.apply(new CommandLine(new ZstdCommand()));
    command.setExecutionExceptionHandler((e, _, _) -> {
      err.write(FileFailure.message(e) + System.lineSeparator());
      return 1;
    });
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  private byte[] compressed(Object... options) throws IOException {
    Files.deleteIfExists(packed);
    Object[] all = Stream.concat(Stream.of(options), Stream.of(file)).toArray();
    assertEquals(0, zstd(all), err::toString);
    return Files.readAllBytes(packed);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void numbersAreLevels() throws IOException {
    byte[] nine = compressed("compress", "--level=9");
    assertArrayEquals(nine, compressed("compress", "-9"));
    assertArrayEquals(nine, compressed("compress", "-kf9"));
    assertArrayEquals(nine, compressed("compress", "-9fk"));
    assertArrayEquals(nine, compressed("compress", "-1", "-9"));
    byte[] nineteen = compressed("compress", "-19");
    assertTrue(nineteen.length < nine.length, nineteen.length + " < " + nine.length);
    assertArrayEquals(compressed("compress"), compressed("compress", "-3"));
  }

  @Test
  void fastIsBelowLevelOne() throws IOException {
    byte[] fast = compressed("compress", "--fast");
    assertArrayEquals(fast, compressed("compress", "--fast=1"));
    assertTrue(fast.length > compressed("compress", "-1").length);
    assertTrue(compressed("compress", "--fast=50").length > fast.length);
  }

  @Test
  void ultraLevelsAreAskedForTwice() throws IOException {
    assertEquals(2, zstd("compress", "-20", file));
    assertTrue(err.toString().startsWith("zstd compress: level 20 needs --ultra\n"), err::toString);
    assertTrue(compressed("compress", "--ultra", "-22").length > 0);
  }

  @Test
  void aNumberIsNotAlwaysALevel() throws IOException {
    Path dashed = Files.copy(file, directory.resolve("-5"));
    assertEquals(0, zstd("compress", "-qo", directory.resolve("x"), "--", dashed));
    assertEquals(0, zstd("compress", "-q", "-T", "2", "-o", directory.resolve("y"), file));
    assertEquals(0, zstd("compress", "-q", "-T0", "-o", directory.resolve("z"), file));
    assertEquals("", out.toString());
  }

  @Test
  void longIsTheWindow() throws IOException {
    compressed("compress", "--long");
    assertEquals(0, zstd("decompress", "-fq", packed));
    byte[] large = compressed("compress", "-f", "--long=28");
    // The header does not state the length of the content, so the whole window may be needed.
    assertEquals(1L << 28, ZstdFrame.at(MemorySegment.ofArray(large), 0).windowLength());
    assertEquals(1, zstd("decompress", "-fq", packed));
    assertEquals(1, zstd("decompress", "-fq", "--long=27", packed));
    assertEquals(0, zstd("decompress", "-fq", "--long", packed));
    assertEquals(0, zstd("decompress", "-fq", "--long=28", packed));
  }

  @Test
  void optionsChooseTheCommand() throws IOException {
    byte[] content = Files.readAllBytes(file);
    byte[] nineteen = compressed("compress", "-19");
    assertArrayEquals(nineteen, compressed("-19"));
    assertArrayEquals(nineteen, compressed("-zfq19"));
    Files.delete(file);
    assertEquals(0, zstd("-dq", packed), err::toString);
    assertArrayEquals(content, Files.readAllBytes(file));
    assertEquals(0, zstd("-t", packed));
    String tested = "%s: %,d bytes, no errors%n".formatted(packed, content.length);
    assertTrue(out.toString().endsWith(tested), out::toString);
    assertEquals(0, zstd("-l", packed));
    assertTrue(out.toString().contains("checksum"), out::toString);
    assertEquals(0, zstd("-V"));
    assertTrue(out.toString().contains("libzstd"), out::toString);
  }

  @Test
  void severalFilesAreCompressedEach() throws IOException {
    Path other = Files.writeString(directory.resolve("b"), "other");
    Path missing = directory.resolve("missing");
    assertEquals(1, zstd("compress", "-q", file, missing, other));
    assertEquals(List.of("a.json", "a.json.zst", "b", "b.zst"), names());
    assertEquals("zstd compress: " + missing + ": no such file or directory\n", err.toString());
    assertEquals(0, zstd("list", packed, directory.resolve("b.zst")));
    assertTrue(out.toString().contains(directory.resolve("b.zst") + "\n"), out::toString);
  }

  @Test
  void severalFilesGoIntoOneOutput() throws IOException {
    Path other = Files.writeString(directory.resolve("b"), "other");
    Path all = directory.resolve("all.zst");
    assertEquals(0, zstd("compress", file, other, "-o", all));
    assertTrue(out.toString().startsWith("2 files: "), out::toString);
    assertEquals(0, zstd("decompress", "-q", all));
    assertEquals(Files.readString(file) + "other", Files.readString(directory.resolve("all")));
    assertEquals(2, zstd("compress", "--rm", file, other, "-fo", all));
    assertTrue(Files.exists(file));
  }

  @Test
  void inputsAreRemovedOnlyAfterSuccessAndOnlyIfAsked() throws IOException {
    byte[] content = Files.readAllBytes(file);
    assertEquals(0, zstd("compress", "-q", "--rm", file));
    assertEquals(List.of("a.json.zst"), names());
    assertEquals(0, zstd("decompress", "-q", "-k", "--rm", packed));
    assertEquals(List.of("a.json", "a.json.zst"), names());
    assertArrayEquals(content, Files.readAllBytes(file));
    assertEquals(1, zstd("decompress", "-q", "--rm", packed));
    assertTrue(
        err.toString().endsWith(file + ": file already exists; use --force to overwrite\n"),
        err::toString);
    assertEquals(List.of("a.json", "a.json.zst"), names());
  }

  @Test
  void testingWritesNothingAndFindsDamage() throws IOException {
    compressed("compress", "-q");
    assertEquals(0, zstd("decompress", "-tq", packed));
    assertEquals("", out.toString());
    byte[] bytes = Files.readAllBytes(packed);
    bytes[bytes.length / 2] ^= 1;
    Path damaged = Files.write(directory.resolve("damaged.zst"), bytes);
    assertEquals(1, zstd("decompress", "--test", packed, damaged));
    assertTrue(err.toString().startsWith("zstd decompress: " + damaged + ": "), err::toString);
    assertEquals(1, err.toString().lines().count());
    assertEquals(List.of("a.json", "a.json.zst", "damaged.zst"), names());
  }

  @Test
  void namesOfOutputsComeFromSuffixes() throws IOException {
    Path archive = Files.write(directory.resolve("logs.tzst"), compressed("compress", "-q"));
    assertEquals(0, zstd("decompress", "-q", archive));
    assertEquals(-1, Files.mismatch(file, directory.resolve("logs.tar")));
    assertEquals(1, zstd("decompress", file));
    assertEquals(
        file + ": unknown suffix (.zst expected); name the output with --output\n", err.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutAFileStandardInputIsRead(boolean dash) throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
    try {
      assertEquals(0, dash ? zstd("compress", "-", "-o", packed) : zstd("compress", "-o", packed));
    } finally {
      System.setIn(before);
    }
    assertArrayEquals(
        Files.readAllBytes(file), Codec.zstd().decompress(Files.readAllBytes(packed), 10 << 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-19", "--fast=3", "--long", "--long=28", "-T0", "--ultra -22"})
  void theZstdCommandReadsTheOutput(String options) throws Exception {
    compressed(Stream.concat(Stream.of("compress"), Stream.of(options.split(" "))).toArray());
    run("zstd", "-q", "-d", "--long=28", packed.toString(), "-o", directory + "/back");
    assertEquals(-1, Files.mismatch(file, directory.resolve("back")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-19", "--fast=3", "--long", "--long=28", "-T0", "--ultra -22"})
  void readsTheOutputOfTheZstdCommand(String options) throws Exception {
    run(
        Stream.of(
                Stream.of("zstd", "-q"),
                Stream.of(options.split(" ")),
                Stream.of(file.toString(), "-o", packed.toString()))
            .flatMap(words -> words)
            .toArray(String[]::new));
    Path back = directory.resolve("back");
    assertEquals(0, zstd("-d", "--long=28", packed, "-o", back), err::toString);
    assertEquals(-1, Files.mismatch(file, back));
  }

  private void run(String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(".log").toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "no zstd command: " + e);
      return;
    }
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES));
      assertEquals(0, process.exitValue(), Files.readString(directory.resolve(".log")));
    } finally {
      process.destroyForcibly();
    }
  }
}
