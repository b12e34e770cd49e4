// SPDX-License-Identifier: Apache-2.0

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The gate for method length, number of parameters, unique names of top-level types in a module,
/// and time-outs of tests, which must be long enough for a busy machine. Classes that bind native
/// functions, or share the calling convention of generated code, and overriding methods of
/// libraries are exempt with `@SuppressWarnings("LongSignature")`. Run by `mvn verify -Pchecks`,
/// see `pom.xml`.
class Shape {

  private static final int MAX_METHOD_LINES = 60;
  private static final int MAX_PARAMETERS = 6;
  private static final String EXEMPT = "\"LongSignature\"";

  /// The time-out of a test in seconds, in its annotation or an assertion.
  private static final Pattern TIMEOUT =
      Pattern.compile(
          "@Timeout\\((?:value = )?(\\d+)\\)|assertTimeout(?:Preemptively)?\\(\\s*Duration\\.ofSeconds\\((\\d+)");

  private static final int LEAST_TIMEOUT_SECONDS = 300;

  private final List<String> complaints = new ArrayList<>();
  private final Map<String, Path> types = new HashMap<>();
  private final Path root;

  private Shape(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  public static void main(String[] args) throws IOException {
    Shape shape = new Shape(Path.of(args[0]));
    shape.check();
    shape.checkTimeouts();
    shape.complaints.forEach(System.out::println);
    if (!shape.complaints.isEmpty()) {
      System.exit(1);
    }
  }

  private void check() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources("main/(java|overloads|straight)")));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Visitor(unit, positions).scan(unit, null);
      }
    }
  }

  private void checkTimeouts() throws IOException {
    for (Path file : sources("(test|contract)/java")) {
      String text = Files.readString(file);
      for (MatchResult timeout : TIMEOUT.matcher(text).results().toList()) {
        String seconds = timeout.group(1) == null ? timeout.group(2) : timeout.group(1);
        if (Integer.parseInt(seconds) < LEAST_TIMEOUT_SECONDS) {
          long line = 1 + text.substring(0, timeout.start()).chars().filter(c -> c == '\n').count();
          complaints.add(
              "%s:%d: a busy machine may reach a time-out of %s s: wait for a condition, with a time-out of %d s or more (CONTRIBUTING.md)"
                  .formatted(root.relativize(file), line, seconds, LEAST_TIMEOUT_SECONDS));
        }
      }
    }
  }

  private List<Path> sources(String kinds) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(
              file -> root.relativize(file).toString().matches("(.*/)?src/" + kinds + "/.*\\.java"))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?target/.*"))
          .sorted()
          .toList();
    }
  }

  private final class Visitor extends TreeScanner<Void, Void> {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Path file;

    Visitor(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
      this.file = root.relativize(Path.of(unit.getSourceFile().toUri()));
    }

    @Override
    public Void visitCompilationUnit(CompilationUnitTree node, Void unused) {
      String module = file.toString().replaceFirst("src/main/(java|overloads|straight)/.*", "");
      for (Tree declared : node.getTypeDecls()) {
        if (declared instanceof ClassTree type) {
          Path other = types.putIfAbsent(module + type.getSimpleName(), file);
          if (other != null) {
            complain(type, type.getSimpleName() + " is the name of another type, in " + other);
          }
        }
      }
      return super.visitCompilationUnit(node, unused);
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      return isExempt(type.getModifiers()) ? null : super.visitClass(type, unused);
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      if (isExempt(method.getModifiers())) {
        return null;
      }
      String name = method.getName().toString();
      if (method.getParameters().size() > MAX_PARAMETERS) {
        complain(
            method,
            name
                + " has "
                + method.getParameters().size()
                + " parameters, at most "
                + MAX_PARAMETERS
                + " are allowed");
      }
      LineMap lines = unit.getLineMap();
      if (method.getBody() != null) {
        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
        long last = lines.getLineNumber(positions.getEndPosition(unit, method));
        if (last - first + 1 > MAX_METHOD_LINES) {
          complain(
              method,
              name
                  + " has "
                  + (last - first + 1)
                  + " lines, at most "
                  + MAX_METHOD_LINES
                  + " are allowed");
        }
      }
      return super.visitMethod(method, unused);
    }

    private boolean isExempt(Tree modifiers) {
      return modifiers.toString().contains(EXEMPT);
    }

    private void complain(Tree at, String complaint) {
      long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, at));
      complaints.add(file + ":" + line + ": " + complaint);
    }
  }
}
