// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.prepared;

import dev.segue.serializer.internal.compiler.PreparedFile;
import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The reachability metadata of a native image: generated classes, the registered classes with
/// their superclasses, and the interfaces of views.
public final class ImageMetadata {

  /// The parent folder of these files. Each file has its own subfolder, so that files from several
  /// jars do not replace each other when jars are merged.
  private static final String FOLDER = "META-INF/native-image/dev.segue.codecs";

  private static final String FILE = "reachability-metadata.json";

  private static final String ANCHOR =
      "\"methods\": [{ \"name\": \"lookup\", \"parameterTypes\": [] }]";

  /// The members of each class in the metadata, by its name.
  private final TreeMap<String, String> types = new TreeMap<>();

  private final Set<String> arrays = new TreeSet<>();
  private final Set<String> proxies = new TreeSet<>();
  private final Set<String> classFiles = new TreeSet<>();

  /// Adds generated classes, and the classes needed to find them.
  public void addGenerated(Collection<PreparedFile> files) {
    for (PreparedFile file : files) {
      String parameters =
          file.parameters().parameterList().stream()
              .map(type -> quoted(nameOf(type)))
              .collect(Collectors.joining(", "));
      types.put(
          nameOf(file.name()),
          "\"methods\": [{ \"name\": \"<init>\", \"parameterTypes\": [%s] }]"
              .formatted(parameters));
      String packageName = file.name().packageName();
      String marker =
          packageName.isEmpty() ? PreparedFile.MARKER : packageName + "." + PreparedFile.MARKER;
      types.put(marker, ANCHOR);
    }
  }

  /// Adds a registered class and its superclasses. Their class files become resources, since the
  /// serializer examines the constructors of classes with final fields.
  public void addRegistered(Class<?> type) {
    arrays.add((type.isArray() ? type : type.arrayType()).getTypeName());
    for (Class<?> each = type; each != null && !isOfJdk(each); each = each.getSuperclass()) {
      types.put(each.getName(), members(each));
      if (!each.isRecord() && !each.isEnum() && !each.isInterface()) {
        classFiles.add(each.getName().replace('.', '/') + ".class");
      }
    }
  }

  private static boolean isOfJdk(Class<?> type) {
    return type.isArray() || type.getClassLoader() == null;
  }

  private static String members(Class<?> type) {
    List<String> members = new ArrayList<>();
    members.add("\"allDeclaredFields\": true");
    members.add("\"allDeclaredConstructors\": true");
    members.add("\"allDeclaredMethods\": true");
    if (!type.isRecord() && !type.isEnum() && !Modifier.isAbstract(type.getModifiers())) {
      members.add("\"serializable\": true");
    }
    return String.join(", ", members);
  }

  /// Adds the interface of a view. A proxy interprets the view if no generated class fits.
  public void addView(Class<?> view) {
    types.put(view.getName(), "\"allPublicMethods\": true");
    proxies.add(view.getName());
  }

  /// Replaces the metadata in a folder.
  ///
  /// @return the file
  public Path writeTo(Path folder) throws IOException {
    Path all = folder.resolve(FOLDER);
    if (Files.isDirectory(all)) {
      deleteFiles(all);
    }
    Path own = Files.createDirectories(all.resolve(firstPackage()));
    return Files.writeString(own.resolve(FILE), json());
  }

  private static void deleteFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }

  private String firstPackage() {
    String first = types.isEmpty() ? "" : types.firstKey();
    int end = first.lastIndexOf('.');
    return end < 0 ? "none" : first.substring(0, end);
  }

  private String json() {
    List<String> reflection = new ArrayList<>();
    types.forEach(
        (name, members) -> reflection.add("\"type\": %s, %s".formatted(quoted(name), members)));
    arrays.forEach(name -> reflection.add("\"type\": " + quoted(name)));
    proxies.forEach(
        name -> reflection.add("\"type\": { \"proxy\": [%s] }".formatted(quoted(name))));
    List<String> resources = classFiles.stream().map(name -> "\"glob\": " + quoted(name)).toList();
    return "{\n  \"reflection\": [%s],\n  \"resources\": [%s]\n}\n"
        .formatted(lines(reflection), lines(resources));
  }

  private static String lines(List<String> objects) {
    return objects.stream()
        .map(object -> "    { " + object + " }")
        .collect(Collectors.joining(",\n", "\n", "\n  "));
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  /// The name of a type in metadata.
  private static String nameOf(ClassDesc type) {
    if (type.isArray()) {
      return nameOf(type.componentType()) + "[]";
    }
    return type.isPrimitive()
        ? type.displayName()
        : PreparedFile.internalName(type).replace('/', '.');
  }
}
