// SPDX-License-Identifier: Apache-2.0

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The formatting gate: `check` fails when a source file is not in google-java-format's form,
/// `apply` rewrites it. Run by the build in the toolchain's JVM, see `pom.xml`.
class Format {

  private static final Formatter FORMATTER = new Formatter();

  public static void main(String[] args) throws Exception {
    boolean apply =
        switch (args[0]) {
          case "apply" -> true;
          case "check" -> false;
          default ->
              throw new IllegalArgumentException("format.goal=" + args[0] + ": check or apply");
        };
    Path root = Path.of(args[1]);
    List<Path> unformatted = new ArrayList<>();
    for (Path file : sources(root)) {
      String source = Files.readString(file);
      String formatted = format(file, source);
      if (!formatted.equals(source)) {
        unformatted.add(root.relativize(file));
        if (apply) {
          Files.writeString(file, formatted);
        }
      }
    }
    if (!unformatted.isEmpty()) {
      unformatted.forEach(
          file -> System.out.println((apply ? "formatted " : "not formatted: ") + file));
      if (!apply) {
        System.out.println("Run: mvn -N validate -Dformat.goal=apply");
        System.exit(1);
      }
    }
  }

  private static String format(Path file, String source) {
    try {
      String ordered = ImportOrderer.reorderImports(source, JavaFormatterOptions.Style.GOOGLE);
      return FORMATTER.formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
    } catch (Exception e) {
      throw new IllegalStateException("cannot format " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
          .sorted()
          .toList();
    }
  }
}
