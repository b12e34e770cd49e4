// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.discovery;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/// Finds the classes of one package that can have instances, sorted by name, in directories and
/// jars of the class path, or in the module of the package.
///
/// Excludes interfaces, annotations and abstract classes, and anonymous, local and inner classes.
/// The choice depends only on the classes themselves.
public final class PackageScan {

  private static final String CLASS_FILE = ".class";

  private final String packageName;
  private final String path;
  private final ClassLoader loader;
  private final Set<String> names = new TreeSet<>();

  private PackageScan(String packageName, ClassLoader loader) {
    this.packageName = packageName;
    this.path = packageName.replace('.', '/');
    this.loader = loader;
  }

  /// Finds the classes of a package that are visible to a class loader.
  ///
  /// @throws IOException if a directory, jar or module cannot be read or listed
  /// @throws ClassNotFoundException if a class was found but cannot be loaded
  public static List<Class<?>> of(String packageName, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    PackageScan scan = new PackageScan(packageName, loader);
    Optional<Module> module =
        ModuleLayer.boot().modules().stream()
            .filter(candidate -> candidate.getPackages().contains(packageName))
            .findFirst();
    scan.list(module.orElse(null), null);
    return scan.load();
  }

  /// Finds the classes in the package of a class, with the module and the class loader of that
  /// class.
  ///
  /// @throws IOException if a directory, jar or module cannot be read or listed
  /// @throws ClassNotFoundException if a class was found but cannot be loaded
  public static List<Class<?>> around(Class<?> member) throws IOException, ClassNotFoundException {
    ClassLoader loader = member.getClassLoader();
    PackageScan scan =
        new PackageScan(
            member.getPackageName(),
            loader != null ? loader : ClassLoader.getPlatformClassLoader());
    scan.list(member.getModule(), member);
    return scan.load();
  }

  private void list(@Nullable Module module, @Nullable Class<?> member) throws IOException {
    if (module != null && module.isNamed() && module.getLayer() != null) {
      Optional<ModuleReference> reference =
          module
              .getLayer()
              .configuration()
              .findModule(module.getName())
              .map(resolved -> resolved.reference());
      if (reference.isPresent()) {
        try (ModuleReader reader = reference.get().open();
            Stream<String> resources = reader.list()) {
          resources.forEach(this::addResource);
        }
        return;
      }
    }
    for (URL place : Collections.list(loader.getResources(path))) {
      listPlace(place);
    }
    // A jar without entries for directories can only be found through one of its classes.
    URL own =
        member == null
            ? null
            : member.getResource(member.getName().substring(packageName.length() + 1) + CLASS_FILE);
    if (own != null && !own.getProtocol().equals("file")) {
      listPlace(own);
    }
  }

  private void listPlace(URL place) throws IOException {
    if (place.getProtocol().equals("file")) {
      try (Stream<Path> files = Files.list(Path.of(place.toURI()))) {
        files.forEach(file -> addResource(path + '/' + file.getFileName()));
      } catch (URISyntaxException e) {
        throw new IOException("cannot list " + place, e);
      }
      return;
    }
    URLConnection connection = place.openConnection();
    if (!(connection instanceof JarURLConnection jar)) {
      throw new IOException("cannot list the classes in " + place);
    }
    jar.setUseCaches(false);
    try (JarFile file = jar.getJarFile()) {
      file.versionedStream().map(ZipEntry::getName).forEach(this::addResource);
    }
  }

  /// Adds a class of the package itself, not of its subpackages.
  private void addResource(String name) {
    if (name.startsWith(path + '/')
        && name.endsWith(CLASS_FILE)
        && name.indexOf('/', path.length() + 1) < 0) {
      String simple = name.substring(path.length() + 1, name.length() - CLASS_FILE.length());
      if (!simple.equals("module-info") && !simple.equals("package-info")) {
        names.add(packageName + '.' + simple);
      }
    }
  }

  private List<Class<?>> load() throws ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) {
      try {
        Class<?> type = Class.forName(name, false, loader);
        if (hasInstances(type)) {
          classes.add(type);
        }
      } catch (LinkageError e) {
        throw new ClassNotFoundException(name + ": " + e, e);
      }
    }
    return classes;
  }

  /// Whether a class can have instances without an enclosing instance.
  public static boolean hasInstances(Class<?> type) {
    int modifiers = type.getModifiers();
    return !type.isInterface()
        && (!Modifier.isAbstract(modifiers) || type.isEnum())
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && !type.isSynthetic()
        && (!type.isMemberClass() || Modifier.isStatic(modifiers));
  }
}
