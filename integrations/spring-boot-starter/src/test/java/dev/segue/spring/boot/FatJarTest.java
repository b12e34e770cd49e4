// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.lettuce.server.RedisServer;
import dev.segue.spring.boot.shop.ShopApplication;
import dev.segue.spring.boot.shop.ShopStarts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/// The application as an executable jar with nested libraries, as built by Boot's plugins, with and
/// without the code that Spring's AOT processing generates.
@Tag("long")
class FatJarTest {
  private static final String NO_WEB = "spring.main.web-application-type=none";
  private static final String APPLICATION = "dev/segue/spring/boot/shop/";
  private static final List<String> NOT_IN_THE_JAR =
      List.of(
          "junit",
          "devtools",
          "loader-tools",
          "opentest4j",
          "apiguardian",
          "natives",
          "segue-native");

  @TempDir private static Path folder = Path.of("");
  private static Path jar = Path.of("");
  private static RedisServer redis;

  @BeforeAll
  static void build() throws IOException {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    redis = RedisServer.start();
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path sources = Files.createDirectories(folder.resolve("sources"));
    new SpringApplicationAotProcessor(
            ShopApplication.class,
            Settings.builder()
                .sourceOutput(sources)
                .resourceOutput(classes)
                .classOutput(classes)
                .groupId("com.example")
                .artifactId("shop")
                .build(),
            Applications.arguments(redis.port(), NO_WEB))
        .process();
    Path generated = Sources.compile(sources, classes);
    Path plain = folder.resolve("plain.jar");
    Predicate<String> isOfApplication = name -> name.startsWith(APPLICATION);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(plain))) {
      add(out, classesOfTests(), isOfApplication);
      add(out, generated, _ -> true);
    }
    jar = folder.resolve("shop.jar");
    Repackager repackager = new Repackager(plain.toFile());
    repackager.setMainClass(ShopStarts.class.getName());
    repackager.setIncludeRelevantJarModeJars(false);
    List<Path> libraries = libraries();
    repackager.repackage(
        jar.toFile(),
        callback -> {
          for (Path library : libraries) {
            callback.library(new Library(library.toFile(), LibraryScope.COMPILE));
          }
        });
  }

  @AfterAll
  static void stop() {
    if (redis != null) {
      redis.close();
    }
  }

  @Test
  void findsTheClassesOfTheApplicationAndStartsFromGeneratedCode() throws Exception {
    List<String> command = new ArrayList<>(List.of("-jar", jar.toString()));
    command.addAll(List.of(Applications.arguments(redis.port(), NO_WEB, "shop.check")));
    List<String> output = Programs.run(command);
    assertEquals(
        List.of(
            "checked: true, from generated code: false",
            "checked: true, from generated code: true"),
        output.stream().filter(line -> line.startsWith("checked: ")).toList(),
        () -> String.join("\n", output));
  }

  private static Path classesOfTests() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(path -> Files.isDirectory(path.resolve(APPLICATION)))
        .findFirst()
        .orElseThrow();
  }

  /// The libraries of the class path. Folders are packed into jars first.
  private static List<Path> libraries() throws IOException {
    List<Path> libraries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path) && !path.equals(classesOfTests())) {
        Path packed = folder.resolve("library-" + libraries.size() + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(packed))) {
          add(out, path, _ -> true);
        }
        libraries.add(packed);
      } else if (Files.isRegularFile(path) && isInTheJar(path)) {
        libraries.add(path);
      }
    }
    return libraries;
  }

  private static boolean isInTheJar(Path path) {
    String name = path.getFileName().toString();
    return NOT_IN_THE_JAR.stream().noneMatch(name::contains);
  }

  private static void add(JarOutputStream out, Path root, Predicate<String> names)
      throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString().replace(File.separatorChar, '/');
        if (names.test(name)) {
          out.putNextEntry(new ZipEntry(name));
          Files.copy(file, out);
          out.closeEntry();
        }
      }
    }
  }
}
