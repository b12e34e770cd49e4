// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.sources.MadeUpSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One version of an application: classes of a source text, in a folder and a class loader.
final class Program {
  private static final Pattern PUBLIC = Pattern.compile("public (?:class|record) (\\w+)");

  private final Path folder;
  private final MadeUpSource classes;

  /// @param folder an empty folder
  /// @param text the source of classes in the package `shop`
  Program(Path folder, String text) throws IOException {
    this.folder = folder;
    Matcher visible = PUBLIC.matcher(text);
    classes =
        new MadeUpSource(
            "shop." + (visible.find() ? visible.group(1) : "Source"),
            "package shop; import dev.segue.serializer.*;\n" + text);
    classes.writeTo(folder);
  }

  Path folder() {
    return folder;
  }

  /// Runs an action as this version, with its classes.
  <R> R as(Callable<R> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
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
    return classes.load("shop." + name);
  }

  /// Creates an object by the only constructor of a class.
  Object make(String type, @Nullable Object... arguments) {
    return classes.create("shop." + type, arguments);
  }
}
