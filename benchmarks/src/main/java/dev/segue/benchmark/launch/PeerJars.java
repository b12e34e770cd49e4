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

/// Jars of libraries in a second version, of which only one can be on a class path: they are
/// resources, in `peers/`.
///
/// Belongs to one thread.
public final class PeerJars implements AutoCloseable {
  private final Map<String, Path> unpacked = new HashMap<>();

  /// A class path on which that jar comes before everything else.
  ///
  /// @param name of the jar, without its ending
  /// @throws IOException where there is no such jar, or no room for it
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

  /// Removes what was unpacked.
  @Override
  public void close() throws IOException {
    for (Path jar : unpacked.values()) {
      Files.deleteIfExists(jar);
    }
    unpacked.clear();
  }
}
