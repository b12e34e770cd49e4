// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A rule that allows classes by name, for [SerializerBuilder#allow]: all classes of some packages
/// with their subpackages, or the classes that a predicate accepts. Its class loader finds the
/// classes that payloads name.
///
/// {@snippet :
/// var serializer =
///     Serializer.builder().allow(ClassRule.packagesOf(Order.class)).build();
/// }
///
/// A rule references its class loader weakly: something else has to keep the loader alive, such as
/// a serializer that has used one of its classes.
public final class ClassRule {

  /// A predicate that accepts this name, which no class has, accepts every name.
  private static final List<String> NO_CLASSES = List.of("", "no such package.no such class");

  /// The number of failed lookups after which a name is loaded only if its class file exists. Class
  /// loaders retain an object for every name that they have been asked to load.
  private static final int MOST_MISSING = 1_000;

  private final Predicate<? super String> names;
  private final WeakReference<ClassLoader> loader;
  private final String description;
  private final AtomicInteger missing = new AtomicInteger();

  private ClassRule(Predicate<? super String> names, ClassLoader loader, String description) {
    this.names = names;
    this.loader = new WeakReference<>(loader);
    this.description = description;
  }

  /// Allows the classes of the packages of these classes, and of their subpackages.
  ///
  /// @param member a class in the first package; its class loader is the rule's
  /// @param more classes in further packages
  /// @return the rule
  /// @throws IllegalArgumentException if a class is in no package, or in one of the JDK
  public static ClassRule packagesOf(Class<?> member, Class<?>... more) {
    Objects.requireNonNull(member, "member");
    String[] packages = new String[more.length + 1];
    packages[0] = member.getPackageName();
    for (int i = 0; i < more.length; i++) {
      packages[i + 1] = Objects.requireNonNull(more[i], "more").getPackageName();
    }
    ClassLoader loader = member.getClassLoader();
    return packages(loader == null ? ClassLoader.getPlatformClassLoader() : loader, packages);
  }

  /// Allows the classes of packages and of their subpackages.
  ///
  /// @param loader finds classes by their names
  /// @param packages the names of the packages, such as `com.example.shop`
  /// @return the rule
  /// @throws IllegalArgumentException if there is no package, or one is empty, not a name, or of
  ///   the JDK
  public static ClassRule packages(ClassLoader loader, String... packages) {
    Objects.requireNonNull(loader, "loader");
    if (packages.length == 0) {
      throw new IllegalArgumentException("no packages: a rule must not allow every class");
    }
    List<String> prefixes = new ArrayList<>();
    for (String name : packages) {
      requirePackage(name);
      prefixes.add(name + ".");
    }
    return new ClassRule(new InPackages(prefixes), loader, String.join(", ", packages));
  }

  private record InPackages(List<String> prefixes) implements Predicate<String> {

    @Override
    public boolean test(String name) {
      for (String prefix : prefixes) {
        if (name.startsWith(prefix)) {
          return true;
        }
      }
      return false;
    }
  }

  private static void requirePackage(String name) {
    Objects.requireNonNull(name, "packages");
    if (!isBinaryName(name) || name.indexOf('*') >= 0 || name.indexOf(' ') >= 0) {
      throw new IllegalArgumentException(
          "\"%s\" is not the name of a package; a rule names packages, such as com.example.shop, and"
                  .formatted(name)
              + " includes their subpackages");
    }
    if (name.equals("java") || name.startsWith("java.")) {
      throw new IllegalArgumentException(
          name + " is a package of the JDK, whose supported classes need no rule");
    }
  }

  /// Allows the classes whose binary names a predicate accepts, such as `com.example.Order$Item`.
  /// It is called with names from payloads, before their classes are looked up. It must always give
  /// the same answer for a name, and must not throw exceptions.
  ///
  /// @param loader finds classes by their names
  /// @param names accepts binary names; any thread may call it
  /// @return the rule
  /// @throws IllegalArgumentException if the predicate accepts every name
  public static ClassRule matching(ClassLoader loader, Predicate<? super String> names) {
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(names, "names");
    if (NO_CLASSES.stream().allMatch(names)) {
      throw new IllegalArgumentException(
          "the predicate accepts every name; a rule must not allow every class");
    }
    return new ClassRule(names, loader, "names that a predicate accepts");
  }

  /// Whether the rule allows a class with this binary name.
  boolean allows(String name) {
    return isBinaryName(name) && !name.startsWith("java.") && names.test(name);
  }

  private static boolean isBinaryName(String name) {
    boolean isStart = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ' || c == '/' || c == '\\' || c == ';' || c == '[' || (c == '.' && isStart)) {
        return false;
      }
      isStart = c == '.';
    }
    return !isStart;
  }

  /// The class with a name that the rule [allows][#allows], or an array class of it; null if there
  /// is no such class. The class is not initialized.
  ///
  /// @param element the name of the class, or of the array's element class
  /// @param name the name as [Class#forName(String)] expects it
  @Nullable Class<?> find(String element, String name) {
    ClassLoader finder = loader.get();
    if (finder == null
        || (missing.get() >= MOST_MISSING
            && finder.getResource(element.replace('.', '/') + ".class") == null)) {
      return null;
    }
    try {
      return Class.forName(name, false, finder);
    } catch (ClassNotFoundException | LinkageError _) {
      if (missing.get() < MOST_MISSING) {
        missing.incrementAndGet();
      }
      return null;
    }
  }

  @Override
  public String toString() {
    return "ClassRule[" + description + "]";
  }
}
