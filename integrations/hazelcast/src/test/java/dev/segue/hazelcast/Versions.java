// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Versions of a class, compiled by the tests.
final class Versions {

  private Versions() {}

  /// Compiles a class.
  ///
  /// @return a class loader that finds it in the folder
  static ClassLoader compile(Path folder, String name, String source) throws IOException {
    Files.createDirectories(folder);
    URI uri = URI.create("string:///" + name.replace('.', '/') + ".java");
    JavaFileObject file =
        new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    assertTrue(
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, null, options, null, List.of(file))
            .call());
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Versions.class.getClassLoader());
  }

  /// Calls the only constructor of a class.
  static Object create(ClassLoader loader, String name, Object... arguments)
      throws ReflectiveOperationException {
    return loader.loadClass(name).getConstructors()[0].newInstance(arguments);
  }
}
