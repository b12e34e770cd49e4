// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;

/// One version of an application: classes of a source text, in a folder and a class loader.
final class Program {
  private static final Pattern PUBLIC = Pattern.compile("public (?:class|record) (\\w+)");

  private final Path folder;
  private final URLClassLoader loader;

  /// @param folder an empty folder
  /// @param text classes of the package `shop`
  Program(Path folder, String text) {
    this.folder = folder;
    try {
      Matcher visible = PUBLIC.matcher(text);
      Path source = folder.resolve((visible.find() ? visible.group(1) : "Source") + ".java");
      Files.writeString(source, "package shop; import dev.segue.serializer.*;\n" + text);
      StringWriter problems = new StringWriter();
      PrintWriter out = new PrintWriter(problems);
      String classPath =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      if (ToolProvider.findFirst("javac")
              .orElseThrow()
              .run(
                  out,
                  out,
                  "-proc:none",
                  "-nowarn",
                  "-parameters",
                  "-cp",
                  classPath,
                  "-d",
                  folder.toString(),
                  source.toString())
          != 0) {
        throw new IllegalArgumentException(problems.toString());
      }
      this.loader =
          new URLClassLoader(new URL[] {folder.toUri().toURL()}, Program.class.getClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  /// Does something as this version does: with its classes.
  <R> R as(Callable<R> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  Class<?> type(String name) {
    try {
      return Class.forName("shop." + name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  /// Creates an object by the only constructor of a class.
  Object make(String type, @Nullable Object... arguments) {
    try {
      var constructor = type(type).getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type, e);
    }
  }
}
