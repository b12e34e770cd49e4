// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/// The names of directories beside a channel: of channels that are being created, and of channels
/// that were unlinked. They begin with a dot, and contain the process id and a random number, or,
/// for an unlinked channel, 0 and its nonce.
final class DirectoryNames {

  static final String NEW = "new";
  static final String OLD = "old";

  private static final long NO_PROCESS = 0;

  private DirectoryNames() {}

  /// A name for a channel that is created.
  static Path temporary(Path path) {
    return sibling(path, ProcessHandle.current().pid(), randomNumber(), NEW);
  }

  /// A name for the files of a channel that was unlinked, which all processes know.
  static Path retired(Path path, long nonce) {
    return sibling(path, NO_PROCESS, nonce, OLD);
  }

  /// A name for damaged files without a nonce, which are being deleted.
  static Path old(Path path) {
    return sibling(path, ProcessHandle.current().pid(), randomNumber(), OLD);
  }

  private static long randomNumber() {
    return ThreadLocalRandom.current().nextLong();
  }

  private static Path sibling(Path path, long process, long number, String suffix) {
    return path.resolveSibling(
        ".%s.%d-%x.%s".formatted(path.getFileName(), process, number, suffix));
  }
}
