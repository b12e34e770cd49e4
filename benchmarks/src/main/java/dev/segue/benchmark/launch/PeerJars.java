// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/// Jars with a second version of a library, because a class path can contain only one version. They
/// are resources in `peers/`.
///
/// Not thread-safe.
public final class PeerJars implements AutoCloseable {
  private final Map<String, Path> unpacked = new HashMap<>();

  /// Returns a class path that starts with the given jar.
  ///
  /// @param name of the jar, without its extension
  /// @throws IOException if the jar does not exist or cannot be unpacked
  public String classPath(String name) throws IOException {
    Path jar = unpacked.get(name);
    if (jar == null) {
      jar = unpack(name);
      unpacked.put(name, jar);
    }
    return jar + File.pathSeparator + System.getProperty("java.class.path");
  }

  private static Path unpack(String name) throws IOException {
    try (InputStream bytes = PeerJars.class.getResourceAsStream("/peers/" + name + ".jar")) {
      if (bytes == null) {
        throw new IOException("this build has no peers/" + name + ".jar");
      }
      Path jar = Files.createTempFile("segue-" + name + "-", ".jar");
      Files.copy(bytes, jar, StandardCopyOption.REPLACE_EXISTING);
      return jar;
    }
  }

  /// Deletes the unpacked jars.
  @Override
  public void close() throws IOException {
    for (Path jar : unpacked.values()) {
      Files.deleteIfExists(jar);
    }
    unpacked.clear();
  }
}
