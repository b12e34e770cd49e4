// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Java code in the README and in docs compiles, runs, and prints the documented output.
///
/// A block that is quoted verbatim from a source file is compiled and tested there. All others are
/// compiled here, and run unless they say why not: see {@link Snippet} for the comments above them,
/// and `docs/adr/0018`.
class SnippetsTest {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..").normalize();

  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");

  private static final SnippetCompiler COMPILER = new SnippetCompiler();
  private static List<Snippet> all = List.of();
  private static List<Snippet> compiled = List.of();
  private static List<String> errors = List.of();

  @TempDir private static Path classes = Path.of("");

  @BeforeAll
  static void compile() throws IOException {
    all = new ArrayList<>();
    for (Path document : Snippet.documents(ROOT)) {
      all.addAll(Snippet.in(ROOT, document));
    }
    List<String> sources = sources();
    compiled =
        all.stream()
            .filter(snippet -> snippet.notCompiled() == null)
            .filter(snippet -> sources.stream().noneMatch(snippet::isIn))
            .toList();
    errors = COMPILER.compile(compiled, classes);
  }

  /// The sources that the build compiles: the sources of the modules in the parent's `pom.xml`.
  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (MatchResult module :
        MODULE.matcher(Files.readString(ROOT.resolve("pom.xml"))).results().toList()) {
      for (String folder : List.of("src/main/java", "src/test/java")) {
        Path directory = ROOT.resolve(module.group(1)).resolve(folder);
        if (Files.isDirectory(directory)) {
          addSources(directory, sources);
        }
      }
    }
    return sources;
  }

  private static void addSources(Path directory, List<String> sources) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.add(Snippet.normalized(Files.readString(file)));
      }
    }
  }

  @Test
  void snippetsCompile() {
    assertEquals(List.of(), errors, () -> String.join("\n", errors));
    // Guards against a change of the pattern that skips all blocks.
    assertTrue(all.size() > 40, "snippets: " + all.size());
    assertTrue(compiled.size() > 10, "compiled: " + compiled.size());
  }

  @Test
  void snippetsPrintTheDocumentedOutput() throws Exception {
    List<String> wrong = new ArrayList<>();
    int run = 0;
    URL[] path = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
      for (Snippet snippet : compiled) {
        if (isRun(snippet)) {
          run++;
          String failure = failure(snippet, loader.loadClass(COMPILER.className(snippet)));
          if (!failure.isEmpty()) {
            wrong.add(snippet.place() + ": " + failure);
          }
        } else {
          assertEquals(null, snippet.output(), snippet::place);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(run > 8, "run: " + run);
  }

  /// Programs with arguments are run by {@link ReadmeTest}.
  private static boolean isRun(Snippet snippet) {
    return snippet.notRun() == null
        && !SnippetCompiler.isFile(snippet)
        && !snippet.code().contains("void main(String");
  }

  /// Runs a block.
  ///
  /// @return the exception, or the difference of the output; empty on success
  private static String failure(Snippet snippet, Class<?> type) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      run(type, SnippetCompiler.isProgram(snippet) ? "main" : "run");
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } finally {
      System.setOut(out);
    }
    String actual = printed.toString(StandardCharsets.UTF_8);
    String expected = snippet.output();
    return expected == null || expected.equals(actual)
        ? ""
        : "prints\n" + actual + "and not\n" + expected;
  }

  private static void run(Class<?> type, String name) throws Exception {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    try {
      Method method = type.getDeclaredMethod(name);
      method.setAccessible(true);
      method.invoke(instance);
    } finally {
      if (instance instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  @Test
  void fewSnippetsAreNotCompiled() {
    List<Snippet> exceptions =
        all.stream().filter(snippet -> snippet.notCompiled() != null).toList();
    assertEquals(
        List.of("docs/kotlin-scala.md", "docs/migrate/chronicle-queue.md"),
        exceptions.stream().map(snippet -> snippet.page().toString()).toList());
    for (Snippet snippet : exceptions) {
      assertFalse(String.valueOf(snippet.notCompiled()).isBlank(), snippet::place);
    }
  }
}
