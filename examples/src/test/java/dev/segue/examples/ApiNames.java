// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import com.esotericsoftware.kryo.Kryo;
import com.github.luben.zstd.Zstd;
import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.apache.fory.Fory;
import org.nustaq.serialization.FSTConfiguration;

/// Collects the public types of libraries, and the names of their methods and fields.
final class ApiNames {

  private static final Path ROOT = Path.of(System.getProperty("basedir", "")).resolve("..");

  /// Text that is not library code: command lines, addresses, JVM flags.
  private static final Pattern OTHER = Pattern.compile("^(\\./segue |--|aeron:).*");

  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
  private static final Pattern NAME =
      Pattern.compile("(?:\\b([A-Z]\\w*)(?:\\.|::))?\\b([A-Za-z]\\w*)(\\()?");

  /// Classes that belong to the reader's program.
  private static final Set<String> SAMPLES = Set.of("Order", "OrderView");

  private static final List<String> JDK =
      List.of("java.lang.", "java.lang.foreign.", "java.nio.", "java.nio.channels.", "java.io.");

  private static final Set<String> KEYWORDS = Set.of("transient", "byte", "int", "long", "switch");

  private final Set<Class<?>> types = new HashSet<>();
  private final Map<String, Set<String>> members = new HashMap<>();

  private ApiNames() {}

  static ApiNames ofSegue() throws IOException {
    ApiNames names = new ApiNames();
    for (String folder :
        List.of(
            "serializer/src/main/java/dev/segue/serializer",
            "compression/src/main/java/dev/segue/compression",
            "shm-transport/src/main/java/dev/segue/shm",
            "shm-aeron/src/main/java/dev/segue/aeron")) {
      String packageName = folder.substring(folder.indexOf("dev/")).replace('/', '.') + ".";
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
            .forEach(file -> names.add(packageName + file.replace(".java", "")));
      }
    }
    return names;
  }

  static ApiNames ofOtherLibraries() throws IOException {
    ApiNames names = new ApiNames();
    for (Class<?> type :
        List.of(
            Kryo.class,
            Fory.class,
            FSTConfiguration.class,
            Zstd.class,
            Aeron.class,
            MediaDriver.class,
            DirectBuffer.class)) {
      try (JarFile jar =
          new JarFile(
              Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toFile())) {
        jar.stream()
            .map(entry -> entry.getName())
            .filter(name -> name.endsWith(".class") && !name.contains("-"))
            .forEach(name -> names.add(name.replace(".class", "").replace('/', '.')));
      } catch (URISyntaxException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
    return names;
  }

  private void add(String className) {
    try {
      add(Class.forName(className, false, ApiNames.class.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      // A class that extends a class of an optional library cannot be used here.
    }
  }

  private void add(Class<?> type) {
    if (!Modifier.isPublic(type.getModifiers()) || !types.add(type)) {
      return;
    }
    Set<String> names = members.computeIfAbsent(type.getSimpleName(), _ -> new HashSet<>());
    for (Method method : type.getMethods()) {
      names.add(method.getName());
    }
    for (Field field : type.getFields()) {
      names.add(field.getName());
    }
    for (Class<?> nested : type.getClasses()) {
      names.add(nested.getSimpleName());
      add(nested);
    }
  }

  /// Returns the names in a piece of code that match no type, method or field. Arguments that start
  /// with a lower-case letter are not checked, unless methods are called on them.
  List<String> unknownIn(String code) {
    if (OTHER.matcher(code).matches()) {
      return List.of();
    }
    List<String> unknown = new ArrayList<>();
    String text = STRING.matcher(code.replace("...", "")).replaceAll("");
    for (MatchResult name : NAME.matcher(text).results().toList()) {
      String owner = name.group(1);
      String member = name.group(2);
      boolean isCall = name.group(3) != null;
      if (owner != null) {
        if (!known(owner, member)) {
          unknown.add(owner + "." + member);
        }
      } else if (Character.isUpperCase(member.charAt(0))) {
        if (!isType(member) && !isMember(member)) {
          unknown.add(member);
        }
      } else if ((isCall || text.equals(member))
          && !isMember(member)
          && !KEYWORDS.contains(member)) {
        unknown.add(member);
      }
    }
    return unknown;
  }

  private boolean known(String owner, String member) {
    if (member.equals("class")) {
      return isType(owner);
    }
    Set<String> names = members.get(owner);
    return names == null ? isOfJdk(owner) : names.contains(member);
  }

  private boolean isType(String name) {
    return members.containsKey(name) || SAMPLES.contains(name) || isOfJdk(name);
  }

  private boolean isMember(String name) {
    return members.values().stream().anyMatch(names -> names.contains(name));
  }

  private static boolean isOfJdk(String name) {
    return JDK.stream().anyMatch(packageName -> exists(packageName + name));
  }

  private static boolean exists(String className) {
    try {
      Class.forName(className, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
