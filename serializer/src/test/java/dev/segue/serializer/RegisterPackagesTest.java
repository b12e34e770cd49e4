// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.internal.discovery.ClassNames;
import dev.segue.sources.MadeUpSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Packages with their subpackages, wherever classes are stored.
@SuppressWarnings("deprecation") // URLs with their own stream handler
class RegisterPackagesTest {

  private static final String INNER = "BOOT-INF/lib/inner.jar";

  private static final Map<String, byte[]> CLASSES = classes();

  @TempDir private Path folder;

  private static Map<String, byte[]> classes() {
    Map<String, byte[]> all =
        new TreeMap<>(
            new MadeUpSource(
                    Map.of(
                        "store.Shop",
                        """
                        package store;
                        public record Shop(store.parts.Item item, store.parts.deep.State state) {
                          public interface Visitor {}
                          static Object anonymous() { return new Object() {}; }
                        }
                        """,
                        "store.parts.Item",
                        "package store.parts; public record Item(String name) {}",
                        "store.parts.deep.State",
                        "package store.parts.deep; public enum State { OPEN }",
                        "store.parts.Hidden",
                        """
                        package store.parts;
                        public class Hidden implements java.io.Serializable {
                          transient int secret;
                          private void writeObject(java.io.ObjectOutputStream out) {}
                        }
                        """,
                        "store.parts.Orphan",
                        "package store.parts; public class Orphan extends away.Base {}",
                        "away.Base",
                        "package away; public class Base {}",
                        "storekeeper.Other",
                        "package storekeeper; public record Other(int i) {}"))
                .classFiles());
    all.remove("away.Base");
    return all;
  }

  /// The location of the classes.
  enum Place {
    FOLDER,
    JAR,
    NESTED_JAR
  }

  private URLClassLoader loader(Place place) throws IOException {
    URL url =
        switch (place) {
          case FOLDER -> {
            for (Map.Entry<String, byte[]> one : CLASSES.entrySet()) {
              Path file = folder.resolve(fileName(one.getKey()));
              Files.createDirectories(file.getParent());
              Files.write(file, one.getValue());
            }
            yield folder.toUri().toURL();
          }
          case JAR -> Files.write(folder.resolve("classes.jar"), jar()).toUri().toURL();
          case NESTED_JAR -> {
            Path outer = folder.resolve("app.jar");
            try (OutputStream out = Files.newOutputStream(outer)) {
              writeOuter(out, jar());
            }
            yield new URL(null, "jar:nested:" + outer + "/!" + INNER + "!/", new Nested(outer));
          }
        };
    return new URLClassLoader(new URL[] {url}, getClass().getClassLoader());
  }

  private static String fileName(String className) {
    return className.replace('.', '/') + ".class";
  }

  /// A jar without entries for directories.
  private static byte[] jar() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> one : CLASSES.entrySet()) {
        zip.putNextEntry(new ZipEntry(fileName(one.getKey())));
        zip.write(one.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static void writeOuter(OutputStream out, byte[] inner) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      ZipEntry entry = new ZipEntry(INNER);
      CRC32 checksum = new CRC32();
      checksum.update(inner);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(inner.length);
      entry.setCrc(checksum.getValue());
      zip.putNextEntry(entry);
      zip.write(inner);
    }
  }

  /// Opens URLs such as `jar:nested:/app.jar/!BOOT-INF/lib/inner.jar!/store/Shop.class`, as the
  /// launcher of Spring Boot does.
  private static final class Nested extends URLStreamHandler {

    private final Path outer;

    Nested(Path outer) {
      this.outer = outer;
    }

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      String text = url.toExternalForm();
      String entry = text.substring(text.indexOf("!/") + 2);
      return new JarURLConnection(new URL("jar:" + outer.toUri().toURL() + "!/")) {
        @Override
        public void connect() {}

        @Override
        public JarFile getJarFile() throws IOException {
          Path copy = Files.createTempFile(outer.getParent(), "inner", ".jar");
          try (JarFile app = new JarFile(outer.toFile());
              InputStream in = app.getInputStream(app.getEntry(INNER))) {
            Files.write(copy, in.readAllBytes());
          }
          return new JarFile(copy.toFile());
        }

        @Override
        public InputStream getInputStream() throws IOException {
          try (JarFile jar = getJarFile()) {
            ZipEntry found = jar.getEntry(entry);
            if (found == null) {
              throw new FileNotFoundException(text);
            }
            return new ByteArrayInputStream(jar.getInputStream(found).readAllBytes());
          }
        }
      };
    }
  }

  private static List<String> names(Serializer serializer) {
    return serializer.registeredClasses().values().stream().map(Class::getName).toList();
  }

  @ParameterizedTest
  @EnumSource
  void findsSubpackagesInAnyLocationAndReportsOtherClasses(Place place) throws Exception {
    Map<String, Throwable> skipped = new TreeMap<>();
    try (URLClassLoader loader = loader(place)) {
      Serializer serializer =
          Serializer.builder()
              .registerPackages("store", loader, PackageOptions.defaults().onSkipped(skipped::put))
              .build();
      assertEquals(
          List.of("store.Shop", "store.parts.Item", "store.parts.deep.State"), names(serializer));
      assertEquals(
          List.of("store.parts.Hidden", "store.parts.Orphan"), List.copyOf(skipped.keySet()));
      assertInstanceOf(SerializationException.class, skipped.get("store.parts.Hidden"));
      assertInstanceOf(NoClassDefFoundError.class, skipped.get("store.parts.Orphan"));
      Object item =
          loader.loadClass("store.parts.Item").getConstructor(String.class).newInstance("tea");
      assertEquals(item, serializer.copy(item));
    }
  }

  @Test
  void filterSelectsAndEarlierRegistrationsKeepTheirIds() throws Exception {
    try (URLClassLoader loader = loader(Place.JAR)) {
      Class<?> item = loader.loadClass("store.parts.Item");
      PackageOptions options =
          PackageOptions.defaults().filter(type -> type.isRecord() || type.isEnum());
      SerializerBuilder builder =
          Serializer.builder().register(item).registerPackages("store", loader, options);
      List<String> expected = List.of("store.parts.Item", "store.Shop", "store.parts.deep.State");
      assertEquals(expected, names(builder.build()));
      assertEquals(expected, names(builder.build()));
    }
  }

  @Test
  void classMadeSerializableByAnotherCallIsNotSkipped() throws Exception {
    try (URLClassLoader loader = loader(Place.JAR)) {
      SerializerBuilder builder =
          Serializer.builder().registerPackages("store", loader, PackageOptions.defaults());
      assertEquals(3, builder.build().registeredClasses().size());
      builder.skipTransientFields(loader.loadClass("store.parts.Hidden"));
      assertTrue(names(builder.build()).contains("store.parts.Hidden"));
    }
  }

  @Test
  void packageWithoutClassesIsRefused() {
    SerializerBuilder builder = Serializer.builder();
    ClassLoader loader = getClass().getClassLoader();
    for (String name : List.of("no.such", "", "..", "store/parts")) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> builder.registerPackages(name, loader, PackageOptions.defaults()));
      assertTrue(
          String.valueOf(e.getMessage()).startsWith("no classes in the package"), e::toString);
    }
  }

  @Test
  void listsModulesAndTheClassPath() throws IOException {
    ClassLoader loader = getClass().getClassLoader();
    SortedSet<String> names = ClassNames.under("java.util.concurrent", loader);
    assertTrue(names.contains("java.util.concurrent.Future"));
    assertTrue(names.contains("java.util.concurrent.atomic.LongAdder"));
    assertTrue(ClassNames.under("dev.segue", loader).contains(getClass().getName()));
    assertTrue(ClassNames.under("org.junit", loader).contains(Test.class.getName()));
  }
}
