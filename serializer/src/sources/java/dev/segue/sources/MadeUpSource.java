// SPDX-License-Identifier: Apache-2.0
package dev.segue.sources;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compiles classes from source text, in a separate class loader. Each version of a text has
/// classes with the same names, like each version of a program. For tests of all modules.
public final class MadeUpSource extends ClassLoader {

  /// The class files of previously compiled texts.
  private static final Map<Map<String, String>, Map<String, byte[]>> COMPILED =
      new ConcurrentHashMap<>();

  private final Map<String, byte[]> classFiles;

  /// Compiles one text.
  ///
  /// @param name the qualified name of the text's only top-level class
  /// @param text the source
  public MadeUpSource(String name, String text) {
    this(Map.of(name, text));
  }

  /// Compiles texts that refer to each other.
  ///
  /// @param texts the texts, by the qualified name of each one's top-level class
  public MadeUpSource(Map<String, String> texts) {
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

  /// Returns the class files by the names of the classes.
  ///
  /// @return the class files
  public Map<String, byte[]> classFiles() {
    return classFiles;
  }

  /// Writes the class files, for the class path of another JVM.
  ///
  /// @param folder the folder, which is created
  /// @throws IOException if writing fails
  public void writeTo(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> classFile : classFiles.entrySet()) {
      Path file = folder.resolve(classFile.getKey().replace('.', '/') + ".class");
      Files.createDirectories(file.getParent());
      Files.write(file, classFile.getValue());
    }
  }

  private static Map<String, byte[]> compile(Path folder, Map<String, String> texts)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder + ""));
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

  /// Lists folders before their contents.
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

  /// Returns a class.
  ///
  /// @param name the qualified name
  /// @return the class
  public Class<?> load(String name) {
    try {
      return loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("name=" + name, e);
    }
  }

  /// Creates an object by the only constructor of a class.
  ///
  /// @param name the qualified name of the class
  /// @param arguments the arguments of the constructor
  /// @return the object
  public Object create(String name, @Nullable Object... arguments) {
    try {
      Constructor<?> constructor = load(name).getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("name=" + name, e);
    }
  }
}
