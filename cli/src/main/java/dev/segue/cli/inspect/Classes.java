// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that say which classes a payload was written with.
final class Classes {

  @Option(
      names = {"-cp", "--classpath"},
      paramLabel = "PATH",
      description = "Directories and jars where the classes are, separated as for java.")
  private @Nullable String classpath;

  @Option(
      names = {"-r", "--register"},
      paramLabel = "CLASS",
      split = ",",
      description =
          "Binary names of the registered classes, in their order; CLASS=ID for one with an id.")
  private List<String> classes = new ArrayList<>();

  @Option(
      names = {"-p", "--package"},
      paramLabel = "NAME",
      description = "A package that was registered as a whole, behind those of --register.")
  private List<String> packages = new ArrayList<>();

  /// A serializer that knows these classes.
  ///
  /// @throws IllegalArgumentException if one is not found, or cannot be registered; the message is
  ///   for users
  Serializer serializer() {
    ClassLoader loader = loader();
    SerializerBuilder builder = Serializer.builder();
    try {
      for (String item : classes) {
        int equals = item.indexOf('=');
        if (equals < 0) {
          builder.register(load(item, loader));
        } else {
          builder.register(load(item.substring(0, equals), loader), id(item, equals));
        }
      }
      packages.forEach(name -> builder.registerPackage(name, loader, _ -> true));
      return builder.build();
    } catch (SerializationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static int id(String item, int equals) {
    try {
      return Integer.parseInt(item.substring(equals + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no id: " + item, e);
    }
  }

  /// It stays open: classes are loaded from it until the command is done.
  private ClassLoader loader() {
    ClassLoader parent = Serializer.class.getClassLoader();
    if (classpath == null) {
      return parent;
    }
    List<URL> urls = new ArrayList<>();
    for (String place : classpath.split(File.pathSeparator, -1)) {
      try {
        urls.add(Path.of(place).toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("no place for classes: " + place, e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), parent);
  }

  private Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalArgumentException(
          "no class " + name + " on " + (classpath == null ? "--classpath" : classpath) + ": " + e,
          e);
    }
  }
}
