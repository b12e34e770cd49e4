// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// The class loader of one version of an application: its classes have the same names in each.
final class SourceVersion extends ClassLoader {

  private final Map<String, byte[]> classFiles = new HashMap<>();

  /// @param name of the class
  /// @param text its source
  SourceVersion(String name, String text) throws IOException {
    super(SourceVersion.class.getClassLoader());
    Path folder = Files.createTempDirectory("segue-spring-");
    try {
      Path source = folder.resolve(name.substring(name.lastIndexOf('.') + 1) + ".java");
      Files.writeString(source, text);
      compile(folder, source);
      Path file = folder.resolve(name.replace('.', '/') + ".class");
      classFiles.put(name, Files.readAllBytes(file));
    } finally {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static void compile(Path folder, Path source) {
    StringWriter messages = new StringWriter();
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(messages),
                new PrintWriter(messages),
                List.of(
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString())
                    .toArray(String[]::new));
    if (status != 0) {
      throw new AssertionError(messages);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file = classFiles.get(name);
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, file, 0, file.length);
  }
}
