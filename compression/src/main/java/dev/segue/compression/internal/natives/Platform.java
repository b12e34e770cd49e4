// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.util.Locale;
import java.util.stream.Stream;

/// The operating system and processor architecture, as used in the names of native libraries.
///
/// @param os `linux`, `macos`, `windows`, or the name that the JVM reports
/// @param arch `amd64`, `aarch64`, `ppc64le`, or the name that the JVM reports
record Platform(String os, String arch) {

  static Platform current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  static Platform of(String osName, String osArch) {
    String name = osName.toLowerCase(Locale.ROOT);
    String os =
        Stream.of("linux", "windows")
            .filter(name::startsWith)
            .findFirst()
            .orElse(name.startsWith("mac") ? "macos" : name);
    String arch = osArch.equals("x86_64") ? "amd64" : osArch;
    return new Platform(os, arch);
  }

  boolean isMac() {
    return os.equals("macos");
  }

  boolean isWindows() {
    return os.equals("windows");
  }

  /// Returns the file name of a bundled library, which has no version.
  String fileName(String library) {
    return "lib" + library + (isMac() ? ".dylib" : isWindows() ? ".dll" : ".so");
  }

  /// Returns the file name of a library of the system.
  String versionedFileName(String library, int version) {
    if (isWindows()) {
      return fileName(library);
    }
    return isMac() ? "lib" + library + "." + version + ".dylib" : fileName(library) + "." + version;
  }

  @Override
  public String toString() {
    return os + "-" + arch;
  }
}
