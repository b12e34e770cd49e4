// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads the mount table of Linux, for an error message that names the cause.
final class MountOptions {

  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  private MountOptions() {}

  /// Returns whether the file system of a file is mounted `noexec`; false if that is unknown.
  static boolean isNoexec(Path file) {
    try {
      return isNoexec(file, Files.readAllLines(MOUNTS));
    } catch (IOException e) {
      return false; // not Linux, or /proc is hidden
    }
  }

  static boolean isNoexec(Path file, List<String> mounts) {
    Path longest = Path.of("/");
    boolean noexec = false;
    for (String mount : mounts) {
      String[] fields = mount.split(" ", -1);
      if (fields.length < 4) {
        continue;
      }
      Path point = Path.of(fields[1].replace("\\040", " "));
      if (file.startsWith(point) && point.getNameCount() >= longest.getNameCount()) {
        longest = point;
        noexec = List.of(fields[3].split(",", -1)).contains("noexec");
      }
    }
    return noexec;
  }
}
