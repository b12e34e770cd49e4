// SPDX-License-Identifier: Apache-2.0

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// The formatting gate: `check` fails if a source file is not formatted by google-java-format, or
/// if a text file does not end with a newline; `apply` fixes both. Run by the build in the
/// toolchain's JVM, see `pom.xml`.
class Format {

  private static final Formatter FORMATTER = new Formatter();

  /// The names of text files, including scripts without an extension.
  private static final Pattern TEXT =
      Pattern.compile(
          ".*\\.(css|csv|java|json|md|properties|proto|sh|svg|toml|txt|xml|yml)|[a-z-]+");

  public static void main(String[] args) throws Exception {
    boolean apply =
        switch (args[0]) {
          case "apply" -> true;
          case "check" -> false;
          default ->
              throw new IllegalArgumentException("format.goal=" + args[0] + ": check or apply");
        };
    Path root = Path.of(args[1]);
    List<Path> unformatted =
        texts(root).parallelStream().filter(file -> !isFormatted(file, apply)).toList();
    if (!unformatted.isEmpty()) {
      unformatted.forEach(file ->
          System.out.println((apply ? "formatted " : "not formatted: ") + root.relativize(file)));
      if (!apply) {
        System.out.println("Run: mvn -N validate -Pchecks -Dformat.goal=apply");
        System.exit(1);
      }
    }
  }

  /// Returns whether the file was already formatted; formats it if `apply` is set.
  private static boolean isFormatted(Path file, boolean apply) {
    try {
      String source = Files.readString(file);
      String formatted = file.toString().endsWith(".java") ? format(source) : terminated(source);
      if (apply && !formatted.equals(source)) {
        Files.writeString(file, formatted);
      }
      return formatted.equals(source);
    } catch (Exception e) {
      throw new IllegalStateException("cannot format " + file + ": " + e.getMessage(), e);
    }
  }

  private static String format(String source) throws FormatterException {
    String ordered = ImportOrderer.reorderImports(source, JavaFormatterOptions.Style.GOOGLE);
    return FORMATTER.formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
  }

  private static String terminated(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }

  private static List<Path> texts(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> TEXT.matcher(file.getFileName().toString()).matches())
          .filter(file ->
              !root.relativize(file).toString().matches("(.*/)?(target|built|\\.git|\\.idea)/.*"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }
}
