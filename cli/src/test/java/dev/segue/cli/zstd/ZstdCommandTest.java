// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.terminal.Conventions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ZstdCommandTest {

  private final StringWriter out = new StringWriter();
  private @TempDir Path directory = Path.of("");

  private int zstd(Object... args) {
    CommandLine command = Conventions.apply(new CommandLine(new ZstdCommand()));
    command.setExecutionExceptionHandler((e, _, _) -> {
      out.write(FileFailure.message(e) + System.lineSeparator());
      return 1;
    });
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    return command.execute(words);
  }

  private Path lines(int count) throws IOException {
    String text =
        IntStream.range(0, count)
            .mapToObj(
                i -> "{\"id\":%d,\"name\":\"user-%d\",\"active\":true}".formatted(i * 7919, i))
            .collect(Collectors.joining("\n"));
    return Files.writeString(directory.resolve("lines.json"), text);
  }

  @Test
  void versionNamesTheLibraryAndItsOrigin() {
    assertEquals(0, zstd("--version"));
    assertTrue(out.toString().contains("libzstd 1."), out::toString);
  }

  @Test
  void aFileIsCompressedAndComesBack() throws IOException {
    Path file = lines(5000);
    Path packed = directory.resolve("lines.json.zst");
    assertEquals(0, zstd("compress", file, "--level=5"));
    assertTrue(Files.size(packed) < Files.size(file) / 2);
    Path back = directory.resolve("back.json");
    assertEquals(0, zstd("decompress", packed, "-o", back));
    assertEquals(-1, Files.mismatch(file, back));
    assertEquals(0, zstd("list", packed));
    assertTrue(out.toString().contains("yes"), out::toString);
  }

  @Test
  void anExistingFileIsKeptUnlessForced() throws IOException {
    Path file = lines(10);
    Path packed = Files.writeString(directory.resolve("lines.json.zst"), "precious");
    zstd("compress", file);
    assertEquals("precious", Files.readString(packed));
    assertEquals(0, zstd("compress", file, "--force"));
  }

  @Test
  void aFailureHalfwayLeavesNoFile() throws IOException {
    Path noise = Files.writeString(directory.resolve("noise.zst"), "this is no frame");
    assertTrue(zstd("decompress", noise) != 0);
    assertFalse(Files.exists(directory.resolve("noise")));
    Path empty = Files.createFile(directory.resolve("empty.zst"));
    assertTrue(zstd("decompress", empty) != 0);
    assertFalse(Files.exists(directory.resolve("empty")));
    Path file = lines(5000);
    assertEquals(0, zstd("compress", file));
    Path back = directory.resolve("back");
    assertTrue(zstd("decompress", file + ".zst", "-o", back, "--max-size=1k") != 0);
    assertFalse(Files.exists(back));
  }

  @Test
  void anOutputThatIsTheInputIsRefused() throws IOException {
    Path file = lines(100);
    String content = Files.readString(file);
    Files.createDirectory(directory.resolve("sub"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    Path hardLink = Files.createLink(directory.resolve("hard"), file);
    for (Path same : List.of(file, directory.resolve("sub/../lines.json"), link, hardLink)) {
      for (String command : List.of("compress", "decompress")) {
        assertEquals(1, zstd(command, file, "--force", "-o", same));
        assertEquals(content, Files.readString(file));
        assertTrue(out.toString().contains("is the same file as " + file), out::toString);
      }
    }
  }

  @Test
  void aDictionaryAndSamplesAreNeverTheOutput() throws IOException {
    Path samples = lines(1000);
    Path dictionary = directory.resolve("json.dict");
    assertEquals(0, zstd("train", samples, "-o", dictionary, "--max-size=4k"));
    byte[] trained = Files.readAllBytes(dictionary);
    assertEquals(1, zstd("compress", samples, "-D", dictionary, "-fo", dictionary));
    assertArrayEquals(trained, Files.readAllBytes(dictionary));
    String content = Files.readString(samples);
    assertEquals(1, zstd("train", samples, "-fo", samples, "--max-size=4k"));
    assertEquals(content, Files.readString(samples));
  }

  @Test
  void aFailureKeepsTheFileThatWasToBeReplaced() throws IOException {
    Path noise = Files.writeString(directory.resolve("noise.zst"), "this is no frame");
    Path precious = Files.writeString(directory.resolve("precious"), "precious");
    assertEquals(1, zstd("decompress", noise, "-fo", precious));
    assertEquals("precious", Files.readString(precious));
    assertTrue(out.toString().contains(noise + ": "), out::toString);
    assertEquals(List.of("noise.zst", "precious"), names());
  }

  @Test
  void aReplacedFileIsWholeAndKeepsThePermissionsOfTheInput() throws IOException {
    Path file = lines(100);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path target = Files.writeString(directory.resolve("target"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("target"));
    assertEquals(0, zstd("compress", file, "-fo", link));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    Path back = directory.resolve("back");
    assertEquals(0, zstd("decompress", target, "-o", back));
    assertEquals(-1, Files.mismatch(file, back));
    assertEquals(List.of("back", "lines.json", "link", "target"), names());
  }

  @Test
  void devicesAreWrittenAndStay() throws IOException {
    Path file = lines(100);
    assertEquals(0, zstd("compress", file, "-o", "/dev/null"));
    Path noise = Files.writeString(directory.resolve("noise.zst"), "this is no frame");
    assertEquals(1, zstd("decompress", noise, "-fo", "/dev/null"));
    assertTrue(Files.exists(Path.of("/dev/null")));
    assertEquals(1, zstd("compress", file, "-fo", directory));
    assertTrue(out.toString().contains(directory + ": is a directory"), out::toString);
  }

  @Test
  void failuresNameTheFile() throws IOException {
    Path noise = Files.writeString(directory.resolve("noise.zst"), "this is no frame");
    Path folder = Files.createDirectory(directory.resolve("folder.zst"));
    Path missing = directory.resolve("missing.zst");
    Path file = lines(10);
    for (Path bad : List.of(noise, folder, missing)) {
      for (String command : List.of("decompress", "list")) {
        assertFailureNames(bad, command, bad);
      }
    }
    for (Path bad : List.of(folder, missing)) {
      assertFailureNames(bad, "compress", file, "-D", bad, "-fo", directory.resolve("x"));
    }
    assertFailureNames(folder, "compress", folder);
    assertFailureNames(folder, "bench", folder);
    Path nowhere = directory.resolve("nowhere/x");
    assertFailureNames(nowhere, "compress", file, "-o", nowhere);
  }

  private void assertFailureNames(Path file, Object... args) {
    int before = out.getBuffer().length();
    assertEquals(1, zstd(args));
    String message = out.toString().substring(before);
    assertTrue(message.startsWith(file + ": "), message);
    assertEquals(1, message.lines().count(), message);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aTrainedDictionaryServesBothWays() throws IOException {
    Path file = lines(3000);
    Path dictionary = directory.resolve("json.dict");
    assertEquals(0, zstd("train", file, "-o", dictionary, "--max-size=4k"));
    assertTrue(out.toString().contains("with it"), out::toString);
    assertTrue(out.toString().contains("as small values"), out::toString);
    byte[] trained = Files.readAllBytes(dictionary);
    assertEquals(1, zstd("train", file, "-o", dictionary, "--max-size=2k"));
    assertArrayEquals(trained, Files.readAllBytes(dictionary));
    assertEquals(0, zstd("train", file, "-o", dictionary, "--max-size=4k", "--force"));
    assertTrue(Files.size(dictionary) <= 4096);
    Path one = Files.writeString(directory.resolve("one"), "{\"id\":5,\"name\":\"user-5\"}");
    assertEquals(0, zstd("compress", one, "-D", dictionary));
    Path back = directory.resolve("back");
    assertTrue(zstd("decompress", one + ".zst", "-o", back) != 0);
    assertEquals(0, zstd("decompress", one + ".zst", "-o", back, "-D", dictionary));
    assertEquals(-1, Files.mismatch(one, back));
  }

  @Test
  void benchPrintsRatioAndSpeedOfEachLevel() throws IOException {
    assertEquals(0, zstd("bench", lines(2000), "--levels=1,3", "--duration=10ms"));
    assertEquals(2, out.toString().lines().filter(line -> line.contains("MB/s")).count());
  }

  @Test
  void rejectsWrongUsage() throws IOException {
    assertEquals(2, zstd());
    assertEquals(2, zstd("list"));
    assertEquals(2, zstd("compress", lines(1), "--level=99"));
    assertEquals(2, zstd("compress", lines(1), "--threads=-1"));
    assertEquals(2, zstd("compress", lines(1), "--long=40"));
    assertEquals(2, zstd("compress", lines(1), "--fast=0"));
    assertEquals(2, zstd("compress", lines(1), "--fast", "-3"));
    assertEquals(2, zstd("decompress", lines(1), "--long=9"));
    assertEquals(2, zstd("bench", lines(1), "--levels=3,99"));
    assertEquals(2, zstd("train", lines(3)));
  }
}
