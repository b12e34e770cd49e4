// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The links in the documents are valid.
class DocumentsTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir")).resolve("..").normalize();
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]+)(?:#[^)]*)?\\)");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      List<MatchResult> found = LINK.matcher(Files.readString(document)).results().toList();
      links += found.size();
      for (MatchResult link : found) {
        if (!Files.exists(document.resolveSibling(link.group(1)))) {
          broken.add(ROOT.relativize(document) + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(links > 50, "links: " + links);
  }

  @Test
  void packagesListEveryPublicType() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String folder :
        List.of(
            "serializer/src/main/java/dev/segue/serializer",
            "compression/src/main/java/dev/segue/compression",
            "shm-transport/src/main/java/dev/segue/shm",
            "shm-aeron/src/main/java/dev/segue/aeron")) {
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
