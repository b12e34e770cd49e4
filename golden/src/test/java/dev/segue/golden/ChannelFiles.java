// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The files of channels as golden bytes: for each file, its length and its nonzero words.
///
/// The code does not depend on a version: the layout is in `docs/shm-protocol.md`, and the test
/// only knows which words differ between runs.
final class ChannelFiles {

  private static final int MEMBER_COUNT = 0x28;
  private static final int NONCE = 0x30;
  private static final int MEMBERS = 0x1000;
  private static final int MEMBER_LENGTH = 128;
  private static final int PROCESS_ID = 16;
  private static final int HEARTBEAT = 24;

  private ChannelFiles() {}

  /// Returns the files of the channels in a directory, by their relative path.
  static Map<String, byte[]> in(Path directory) {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(file).toString(), packed(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /// Creates the files of the channels again.
  static void restore(Map<String, byte[]> files, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      if (!Files.exists(path.getParent())) {
        Files.createDirectory(
            path.getParent(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(path, unpacked(file.getValue()));
    }
  }

  /// The length (4), then the offset (4) and the value (8) of each nonzero word.
  private static byte[] packed(byte[] file) {
    ByteBuffer words = ByteBuffer.wrap(file);
    ByteBuffer packed = ByteBuffer.allocate(Integer.BYTES + file.length * 2);
    packed.putInt(file.length);
    for (int offset = 0; offset + Long.BYTES <= file.length; offset += Long.BYTES) {
      if (words.getLong(offset) != 0) {
        packed.putInt(offset).putLong(words.getLong(offset));
      }
    }
    return Arrays.copyOf(packed.array(), packed.position());
  }

  private static byte[] unpacked(byte[] packed) {
    ByteBuffer words = ByteBuffer.wrap(packed);
    ByteBuffer file = ByteBuffer.allocate(words.getInt());
    while (words.hasRemaining()) {
      file.putLong(words.getInt(), words.getLong());
    }
    return file.array();
  }

  /// Returns the files without the words that differ between runs: nonces, process ids and
  /// heartbeats.
  static Map<String, byte[]> significant(Map<String, byte[]> files) {
    Map<String, byte[]> all = new TreeMap<>();
    files.forEach((name, packed) -> {
      byte[] bytes = unpacked(packed);
      if (name.endsWith("channel")) {
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        file.putLong(NONCE, 0);
        int end = MEMBERS + file.getInt(MEMBER_COUNT) * MEMBER_LENGTH;
        for (int member = MEMBERS; member < end; member += MEMBER_LENGTH) {
          file.putLong(member + PROCESS_ID, 0);
          file.putLong(member + HEARTBEAT, 0);
        }
      }
      all.put(name.replaceFirst("-[0-9a-f]{16}$", "-X"), packed(bytes));
    });
    return all;
  }
}
