// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The links in the documents point to existing files and headings, and each document is in the
/// index.
class DocumentsTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir")).resolve("..").normalize();
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  private static String prose(Path document) throws IOException {
    return FENCED.matcher(Files.readString(document)).replaceAll("");
  }

  /// The anchors that GitHub gives to the headings of a document.
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(prose(document)).results().toList()) {
      String text = heading.group(1).replaceAll("]\\([^)]*\\)", "");
      String anchor =
          text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
      for (int n = 1; !anchors.add(n == 1 ? anchor : anchor + "-" + (n - 1)); n++) {}
    }
    return anchors;
  }

  private static boolean leadsSomewhere(Path document, MatchResult link) throws IOException {
    Path target =
        link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
    return Files.exists(target)
        && (link.group(2) == null || anchors(target).contains(link.group(2)));
  }

  @Test
  void linksPointToExistingFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (MatchResult link : LINK.matcher(prose(document)).results().toList()) {
        links++;
        if (!leadsSomewhere(document, link)) {
          broken.add(ROOT.relativize(document) + ": " + link.group());
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(links > 50, "links: " + links);
  }

  @Test
  void indexListsEveryGuide() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> guides = Files.list(ROOT.resolve("docs"))) {
      assertEquals(
          List.of(),
          guides
              .map(guide -> guide.getFileName().toString())
              .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
              .filter(name -> !index.contains("(" + name))
              .toList());
    }
  }

  @Test
  void packagesListEveryPublicType() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String folder :
        List.of(
            "serializer/src/main/java/dev/segue/serializer",
            "compression/src/main/java/dev/segue/compression",
            "shm-transport/src/main/java/dev/segue/shm",
            "shm-aeron/src/main/java/dev/segue/aeron",
            "integrations/grpc/src/main/java/dev/segue/grpc",
            "integrations/kafka/src/main/java/dev/segue/kafka",
            "integrations/micrometer/src/main/java/dev/segue/micrometer",
            "integrations/redisson/src/main/java/dev/segue/redisson",
            "integrations/ehcache/src/main/java/dev/segue/ehcache",
            "integrations/hazelcast/src/main/java/dev/segue/hazelcast",
            "integrations/pekko/src/main/java/dev/segue/pekko",
            "integrations/netty/src/main/java/dev/segue/netty",
            "integrations/spring/src/main/java/dev/segue/spring",
            "integrations/spring/src/main/java/dev/segue/spring/redis",
            "integrations/spring/src/main/java/dev/segue/spring/web",
            "integrations/spring-boot-starter/src/main/java/dev/segue/spring/boot")) {
      Path exported = ROOT.resolve(folder);
      String listed = Files.readString(exported.resolve("package-info.java"));
      try (Stream<Path> files = Files.list(exported)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          boolean isPublic =
              Pattern.compile("^public .*\\b" + name + "\\b", Pattern.MULTILINE)
                  .matcher(Files.readString(file))
                  .find();
          if (isPublic && !Pattern.compile("\\b" + name + "\\b").matcher(listed).find()) {
            missing.add(name);
          }
        }
      }
    }
    assertEquals(List.of(), missing);
  }
}
