// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.discovery;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// Finds the names of all classes in a package and its subpackages, in the modules of the boot
/// layer, and in the folders and jars that a class loader knows.
///
/// Jars are listed as a whole, so they need no entries for directories. The jars come from the
/// class path, from [URLClassLoader]s and their parents, and from the URLs at which a loader finds
/// the package or a manifest. A jar within a jar is opened by its URL, with the stream handler of
/// the launcher that has added it to the class path.
public final class ClassNames {

  private static final String CLASS_FILE = ".class";
  private static final String MANIFEST = JarFile.MANIFEST_NAME;

  private final String path;
  private final ClassLoader loader;
  private final SortedSet<String> names = new TreeSet<>();

  /// The locations to list. The keys are text, since a URL's `equals` may resolve host names.
  private final Map<String, URL> places = new LinkedHashMap<>();

  private ClassNames(String packageName, ClassLoader loader) {
    this.path = packageName.replace('.', '/') + '/';
    this.loader = loader;
  }

  /// The binary names, sorted.
  ///
  /// @throws IOException if a folder, jar or module that has the package cannot be listed
  public static SortedSet<String> under(String packageName, ClassLoader loader) throws IOException {
    if (!isName(packageName)) {
      return Collections.emptySortedSet();
    }
    ClassNames found = new ClassNames(packageName, loader);
    found.listModules(packageName);
    found.findPlaces();
    for (URL place : found.places.values()) {
      found.list(place);
    }
    return found.names;
  }

  /// Whether a text is a package name, not a path to anything else.
  private static boolean isName(String text) {
    for (String part : text.split("\\.", -1)) {
      if (part.isEmpty()
          || !Character.isJavaIdentifierStart(part.charAt(0))
          || !part.chars().allMatch(Character::isJavaIdentifierPart)) {
        return false;
      }
    }
    return true;
  }

  private void listModules(String packageName) throws IOException {
    for (Module module : ModuleLayer.boot().modules()) {
      boolean hasPackage =
          module.getPackages().stream()
              .anyMatch(one -> one.equals(packageName) || one.startsWith(packageName + '.'));
      if (hasPackage) {
        listModule(module);
      }
    }
  }

  private void listModule(Module module) throws IOException {
    Optional<ModuleReference> reference =
        ModuleLayer.boot()
            .configuration()
            .findModule(module.getName())
            .map(resolved -> resolved.reference());
    if (reference.isPresent()) {
      try (ModuleReader reader = reference.get().open();
          Stream<String> resources = reader.list()) {
        resources.forEach(this::addResource);
      }
    }
  }

  private void findPlaces() throws IOException {
    for (URL folder : Collections.list(loader.getResources(path.substring(0, path.length() - 1)))) {
      add(folder);
    }
    for (URL manifest : Collections.list(loader.getResources(MANIFEST))) {
      addRootOf(manifest);
    }
    boolean isPath = false;
    for (ClassLoader one = loader; one != null; one = one.getParent()) {
      isPath |= one.equals(ClassLoader.getSystemClassLoader());
      if (one instanceof URLClassLoader urls) {
        for (URL url : urls.getURLs()) {
          add(url);
        }
      }
    }
    if (isPath) {
      addClassPath();
    }
  }

  private void addClassPath() throws MalformedURLException {
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        add(Path.of(entry).toUri().toURL());
      }
    }
  }

  @SuppressWarnings("deprecation") // only a constructor can keep the stream handler
  private void addRootOf(URL manifest) throws MalformedURLException {
    String text = manifest.toExternalForm();
    if (text.startsWith("jar:") && text.endsWith("!/" + MANIFEST)) {
      String root = text.substring(0, text.length() - MANIFEST.length());
      add(new URL(manifest, root));
    }
  }

  /// Adds a location once. A jar is identified by its own URL, however it was found.
  private void add(URL place) {
    String text = place.toExternalForm();
    String file = text.startsWith("jar:file:") ? text.substring("jar:".length()) : text;
    int entry = file.indexOf("!/");
    boolean isJar =
        entry >= 0 && (entry == file.length() - 2 || path.startsWith(file.substring(entry + 2)));
    places.putIfAbsent(isJar ? file.substring(0, entry) : file, place);
  }

  private void list(URL place) throws IOException {
    if (!place.getProtocol().equals("file")) {
      listJar(place);
      return;
    }
    Path file = fileOf(place);
    if (file == null || !Files.exists(file)) {
      return; // the class path may name files that do not exist
    }
    if (Files.isDirectory(file)) {
      listFolder(file);
    } else {
      listEntries(file);
    }
  }

  private static @Nullable Path fileOf(URL place) {
    try {
      URI uri = place.toURI();
      return uri.getAuthority() == null ? Path.of(uri) : null;
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }

  /// Lists a root folder of classes, or the folder of the package.
  private void listFolder(Path folder) throws IOException {
    Path own = folder.resolve(path);
    if (Files.isDirectory(own)) {
      walk(own);
    } else if (folder.endsWith(path.substring(0, path.length() - 1))) {
      walk(folder);
    }
  }

  /// Lists the folder of the package.
  private void walk(Path folder) throws IOException {
    String separator = folder.getFileSystem().getSeparator();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString().replace(separator, "/"))
          .forEach(file -> addResource(path + file));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void listEntries(Path file) throws IOException {
    try (JarFile jar =
        new JarFile(file.toFile(), false, JarFile.OPEN_READ, JarFile.runtimeVersion())) {
      addEntries(jar);
    } catch (ZipException _) {
      // The class path may name files of any kind.
    }
  }

  private void addEntries(JarFile jar) {
    jar.versionedStream().map(ZipEntry::getName).forEach(this::addResource);
  }

  private void listJar(URL place) throws IOException {
    URLConnection connection = place.openConnection();
    connection.setUseCaches(false);
    if (connection instanceof JarURLConnection jar) {
      try (JarFile file = jar.getJarFile()) {
        addEntries(file);
      }
      return;
    }
    try (ZipInputStream entries = new ZipInputStream(connection.getInputStream())) {
      for (ZipEntry e = entries.getNextEntry(); e != null; e = entries.getNextEntry()) {
        addResource(e.getName());
      }
    }
  }

  private void addResource(String name) {
    if (name.startsWith(path)
        && name.endsWith(CLASS_FILE)
        && !name.endsWith("/module-info" + CLASS_FILE)
        && !name.endsWith("/package-info" + CLASS_FILE)) {
      names.add(name.substring(0, name.length() - CLASS_FILE.length()).replace('/', '.'));
    }
  }
}
