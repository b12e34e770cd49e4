// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Classes of a source text, in a class loader of their own: of several versions of the text, all
/// have the same names, as those of several versions of a program have.
final class MadeUpSource extends ClassLoader {

  /// The class files of texts that were compiled before.
  private static final Map<Map<String, String>, Map<String, byte[]>> COMPILED =
      new ConcurrentHashMap<>();

  private final Map<String, byte[]> classFiles;

  /// @param name of the one class of the text at its top, with its package
  MadeUpSource(String name, String text) {
    this(Map.of(name, text));
  }

  /// @param texts by the name of the class at the top of each, with its package
  MadeUpSource(Map<String, String> texts) {
    super(MadeUpSource.class.getClassLoader());
    classFiles = COMPILED.computeIfAbsent(texts, MadeUpSource::compile);
  }

  private static Map<String, byte[]> compile(Map<String, String> texts) {
    try {
      Path folder = Files.createTempDirectory("segue");
      try {
        return compile(folder, texts);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The class files by the names of the classes.
  Map<String, byte[]> classFiles() {
    return classFiles;
  }

  private static Map<String, byte[]> compile(Path folder, Map<String, String> texts)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", folder + ""));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      String name = text.getKey();
      Path source = folder.resolve(name.substring(name.lastIndexOf('.') + 1) + ".java");
      Files.writeString(source, text.getValue());
      arguments.add(source + "");
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    StringWriter problems = new StringWriter();
    PrintWriter out = new PrintWriter(problems);
    if (javac.run(out, out, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalArgumentException(problems.toString());
    }
    Map<String, byte[]> classFiles = new HashMap<>();
    for (Path file : files(folder)) {
      String path = folder.relativize(file).toString();
      if (path.endsWith(".class")) {
        String className = path.substring(0, path.length() - ".class".length());
        classFiles.put(
            className.replace(file.getFileSystem().getSeparator(), "."), Files.readAllBytes(file));
      }
    }
    return classFiles;
  }

  private static void delete(Path folder) throws IOException {
    for (Path file : files(folder).reversed()) {
      Files.delete(file);
    }
  }

  /// Folders before what is in them.
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] classFile = classFiles.get(name);
    if (classFile == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, classFile, 0, classFile.length);
  }

  Class<?> load(String name) {
    try {
      return loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("name=" + name, e);
    }
  }
}
