// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.classes;

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

/// Options that name the classes of the payloads to be shown, and where to find these classes.
/// Classes are loaded, but none of their code runs.
public final class RegisteredClasses {

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Directories and jars with the classes, separated as for java.")
  private @Nullable String classPath;

  @Option(
      names = {"-r", "--register"},
      paramLabel = "CLASS",
      split = ",",
      description =
          "Binary names of the registered classes, in the order of their registration; CLASS=ID for"
              + " a class with an id.")
  private List<String> classes = new ArrayList<>();

  @Option(
      names = {"-p", "--package"},
      paramLabel = "NAME",
      description = "A package that was registered as a whole, after the classes of --register.")
  private List<String> packages = new ArrayList<>();

  /// For picocli.
  public RegisteredClasses() {}

  /// Creates a serializer with these classes registered.
  ///
  /// @return a serializer that can show payloads of these classes
  /// @throws IllegalArgumentException if a class is not found or cannot be registered; the message
  ///   is meant for users
  public Serializer serializer() {
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
      packages.forEach(name -> builder.registerPackageOf(name, loader, _ -> true));
      return builder.build();
    } catch (SerializationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static int id(String item, int equals) {
    try {
      return Integer.parseInt(item.substring(equals + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + item + "': the id after = must be a number", e);
    }
  }

  /// Returns a class loader that stays open, since classes are loaded from it until the command
  /// ends.
  private ClassLoader loader() {
    ClassLoader parent = Serializer.class.getClassLoader();
    if (classPath == null) {
      return parent;
    }
    List<URL> urls = new ArrayList<>();
    for (String place : classPath.split(File.pathSeparator, -1)) {
      try {
        urls.add(Path.of(place).toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("not a valid class path entry: '" + place + "'", e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), parent);
  }

  private Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "cannot find the class "
              + name
              + (classPath == null
                  ? "; add its directory or jar with --class-path"
                  : " in " + classPath)
              + (name.contains(".") ? "" : "; include the package in the name"),
          e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("cannot load the class " + name + ": " + e, e);
    }
  }
}
