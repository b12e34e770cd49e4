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

/// The classes of one package that objects can be made of, in the order of their names: those in
/// directories and jars of the class path, or in the module that the package belongs to.
///
/// Left out are interfaces, annotations, abstract classes, and classes that are anonymous, local or
/// inner. That is all there is to the choice, so that it depends on nothing but the classes.
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

  /// The classes of a package as a class loader sees it.
  ///
  /// @throws IOException if a directory, jar or module cannot be read, or is of a kind that cannot
  ///   be listed
  /// @throws ClassNotFoundException if a class that is there cannot be loaded
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

  /// The classes of the package that a class is in, of its module and class loader.
  ///
  /// @throws IOException if a directory, jar or module cannot be read, or is of a kind that cannot
  ///   be listed
  /// @throws ClassNotFoundException if a class that is there cannot be loaded
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
    // A jar may have no entries for its directories, and then only a class itself shows the way.
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
        throw new IOException("no place to list: " + place, e);
      }
      return;
    }
    URLConnection connection = place.openConnection();
    if (!(connection instanceof JarURLConnection jar)) {
      throw new IOException("classes in " + place + " cannot be listed");
    }
    jar.setUseCaches(false);
    try (JarFile file = jar.getJarFile()) {
      file.versionedStream().map(ZipEntry::getName).forEach(this::addResource);
    }
  }

  /// Adds a class of the package itself; not those of packages below.
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

  private static boolean hasInstances(Class<?> type) {
    int modifiers = type.getModifiers();
    return !type.isInterface()
        && (!Modifier.isAbstract(modifiers) || type.isEnum())
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && !type.isSynthetic()
        && (!type.isMemberClass() || Modifier.isStatic(modifiers));
  }
}
