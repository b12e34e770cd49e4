// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Compiles the blocks of the documents, all of them in two runs of the compiler: the first run
/// determines whether each block is a program, members of a class, statements, or members followed
/// by statements.
final class SnippetCompiler {

  private static final String IMPORTS =
      """
      import module java.base;
      import static java.nio.file.StandardOpenOption.*;
      import dev.segue.aeron.*;
      import dev.segue.compression.*;
      import dev.segue.examples.snippets.*;
      import dev.segue.serializer.*;
      import dev.segue.shm.*;
      import org.jspecify.annotations.Nullable;
      """
          .replace("\n", " ");
  private static final Pattern PROGRAM = Pattern.compile("^void main\\(", Pattern.MULTILINE);
  private static final Pattern PACKAGE = Pattern.compile("^package \\w+;\\n");
  private static final Pattern RETURN = Pattern.compile("^\\s*return\\b.+;", Pattern.MULTILINE);

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final Map<Snippet, String> names = new LinkedHashMap<>();

  /// A way of turning a block into a source file.
  private static final class Source extends SimpleJavaFileObject {
    final Snippet snippet;
    private final String text;

    Source(Snippet snippet, String name, String text) {
      super(URI.create("snippet:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
      this.snippet = snippet;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return text;
    }
  }

  /// Compiles blocks.
  ///
  /// @return the errors, each with its position in a document
  List<String> compile(List<Snippet> snippets, Path classes) throws IOException {
    for (Snippet snippet : snippets) {
      names.put(snippet, "Snippet" + names.size());
    }
    List<Source> sources = parsed(snippets);
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<String> options = List.of("-proc:none", "-cp", classPath(), "-d", classes.toString());
    task(diagnostics, options, sources).call();
    List<String> errors = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR
          && diagnostic.getSource() instanceof Source source) {
        errors.add(source.snippet.place() + ": " + diagnostic.getMessage(Locale.ROOT));
      }
    }
    return errors;
  }

  /// The name of the class that a block was compiled to; for a block with a package, there is none.
  String className(Snippet snippet) {
    return names.getOrDefault(snippet, "");
  }

  static boolean isProgram(Snippet snippet) {
    return PROGRAM.matcher(snippet.code()).find();
  }

  static boolean isFile(Snippet snippet) {
    return PACKAGE.matcher(snippet.code()).find();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        .replace('\n', File.pathSeparatorChar);
  }

  private JavacTask task(
      DiagnosticCollector<JavaFileObject> diagnostics, List<String> options, List<Source> sources) {
    return (JavacTask) compiler.getTask(null, null, diagnostics, options, null, sources);
  }

  /// Returns the first form of each block that has no syntax error, or its first form.
  private List<Source> parsed(List<Snippet> snippets) throws IOException {
    Map<Snippet, List<Source>> forms = new LinkedHashMap<>();
    @Nullable Snippet before = null;
    for (Snippet snippet : snippets) {
      forms.put(snippet, forms(snippet, before));
      before = snippet;
    }
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    task(diagnostics, List.of(), forms.values().stream().flatMap(List::stream).toList()).parse();
    Set<Object> wrong = new HashSet<>();
    diagnostics.getDiagnostics().forEach(diagnostic -> wrong.add(diagnostic.getSource()));
    return forms.values().stream()
        .map(all ->
            all.stream().filter(form -> !wrong.contains(form)).findFirst().orElse(all.get(0)))
        .toList();
  }

  private List<Source> forms(Snippet snippet, @Nullable Snippet before) {
    String name = className(snippet);
    String code = snippet.code();
    if (isFile(snippet)) {
      int end = code.indexOf('\n');
      String text = code.substring(0, end) + IMPORTS + code.substring(end);
      return List.of(new Source(snippet, name, text));
    }
    if (isProgram(snippet)) {
      return List.of(new Source(snippet, name, code));
    }
    String parent =
        snippet.continues() && before != null
            ? className(before)
            : snippet.prelude() == null ? "Object" : snippet.prelude();
    List<Source> forms = new ArrayList<>();
    forms.add(new Source(snippet, name, type(name, parent, code, "")));
    forms.add(new Source(snippet, name, type(name, parent, "", code)));
    List<String> paragraphs = Arrays.asList(code.split("(?<=\n)\n"));
    for (int members = paragraphs.size() - 1; members > 0; members--) {
      String first = String.join("\n", paragraphs.subList(0, members));
      String rest = String.join("\n", paragraphs.subList(members, paragraphs.size()));
      forms.add(new Source(snippet, name, type(name, parent, first, rest)));
    }
    return forms;
  }

  /// A class whose constructor runs the initializers of the members, and whose method `run` runs
  /// the statements. An `if` ensures that statements that always return or throw do not make later
  /// code unreachable.
  private static String type(String name, String parent, String members, String statements) {
    String result = RETURN.matcher(statements).find() ? "Object" : "void";
    return IMPORTS
        + "public class %s extends %s { public %s() throws Exception {}\n"
            .formatted(name, parent, name)
        + members
        + "\npublic "
        + result
        + " run() throws Exception { if (true) {\n"
        + statements
        + (result.equals("void") ? "}}}" : "} return null; }}");
  }
}
