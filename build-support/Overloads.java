// SPDX-License-Identifier: Apache-2.0

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Generates the code for byte arrays from the code for memory segments: `Overloads SOURCES OUTPUT`
/// expands each file of the source folder into the output folder. Run by the build, see
/// `serializer/pom.xml`.
///
/// A method with a parameter `MemorySegment segment` is repeated as an overload for `byte[] array`.
/// So is a method without such a parameter if the line `// overload` is above it. In the overload:
///
/// - the names in [#NAMES] are replaced, for example `Segments` by `ByteArrays`;
/// - a `long` whose name is in [#OFFSETS] becomes an `int`, and so does the result, unless the
///   method's name begins with `get`; a `long` that is in neither [#OFFSETS] nor [#VALUES] is an
///   error;
/// - casts that `int` offsets do not need are removed: to `long` in terms that are added to an
///   offset, and to `int` around a difference of offsets;
/// - the result of a call with a `buffer` or a `new SegmentBuffer` is cast if it is an offset.
///
/// A class with `Segment` in its name is repeated as a class, with `Bytes` in its place. Its
/// methods keep their `long` offsets, which are cast where they are passed together with the
/// memory.
///
/// Overloads are appended at the end of the class, so that line numbers in the generated file match
/// the source.
class Overloads {

  private static final Map<String, String> NAMES =
      Map.of(
          "segment", "array",
          "Segments", "ByteArrays",
          "ArraysInSegments", "ArraysInBytes",
          "SegmentBuffer", "BytesBuffer");

  /// Variables for offsets and lengths.
  private static final Set<String> OFFSETS =
      Set.of(
          "at",
          "base",
          "body",
          "bytes",
          "current",
          "end",
          "from",
          "limit",
          "next",
          "nulls",
          "objectEnd",
          "offset",
          "place",
          "position",
          "slot",
          "tail",
          "to");

  /// Variables for `long` values.
  private static final Set<String> VALUES = Set.of("bits", "schema", "value");

  private static final Pattern INTERPRETED = Pattern.compile("\\bbuffer\\b|new SegmentBuffer\\(");

  private static final String MARK = "// overload";

  private final Path root;
  private final Map<Path, String> generated = new TreeMap<>();
  private final List<String> errors = new ArrayList<>();

  private Overloads(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Overloads overloads = new Overloads(root);
    overloads.expandAll();
    if (!overloads.errors.isEmpty()) {
      overloads.errors.forEach(System.out::println);
      System.exit(1);
    }
    overloads.save(Path.of(args[1]));
  }

  private void expandAll() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  problem -> errors.add(problem.toString()),
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources(root)));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Expansion(unit, positions).run();
      }
    }
  }

  /// Writes changed files, and deletes files that are no longer generated.
  private void save(Path output) throws IOException {
    Files.createDirectories(output);
    for (Map.Entry<Path, String> file : generated.entrySet()) {
      Path path = output.resolve(file.getKey());
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
    }
    for (Path path : sources(output)) {
      if (!generated.containsKey(output.relativize(path))) {
        Files.delete(path);
      }
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private record Edit(int start, int end, String replacement) {}

  /// The expansion of one file.
  private final class Expansion {

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Path file;
    private final String source;

    Expansion(CompilationUnitTree unit, SourcePositions positions) throws IOException {
      this.unit = unit;
      this.positions = positions;
      this.file = root.relativize(Path.of(unit.getSourceFile().toUri()));
      this.source = unit.getSourceFile().getCharContent(true).toString();
    }

    void run() {
      ClassTree type = (ClassTree) unit.getTypeDecls().getFirst();
      String name = type.getSimpleName().toString();
      if (name.contains("Segment")) {
        generated.put(file, withOrigin(source));
        Path forArrays = file.resolveSibling(name.replace("Segment", "Bytes") + ".java");
        generated.put(forArrays, withOrigin(classForArrays(type)));
        return;
      }
      StringBuilder overloads = new StringBuilder();
      for (Tree member : type.getMembers()) {
        if (member instanceof MethodTree method && hasOverload(method)) {
          overloads.append('\n').append(overloadOf(method)).append('\n');
        }
      }
      if (overloads.isEmpty()) {
        errors.add(at(type) + ": no method has an overload; move the file to src/main/java");
      }
      List<Edit> edits = new ArrayList<>(importsForArrays());
      int end = end(type) - 1;
      edits.add(new Edit(end, end, overloads.toString()));
      generated.put(file, withOrigin(apply(edits, 0, source.length())));
    }

    /// Adds to an existing line the note that the file is generated.
    private String withOrigin(String text) {
      return text.replaceFirst(
          "(?m)^package (.*);$", "package $1; // generated by build-support/Overloads.java");
    }

    private boolean hasOverload(MethodTree method) {
      return takesMemory(method) || comments(method).contains(MARK);
    }

    private static boolean takesMemory(MethodTree method) {
      return method.getParameters().stream().anyMatch(Expansion::isMemory);
    }

    private static boolean isMemory(VariableTree variable) {
      return variable.getName().contentEquals("segment")
          && variable.getType() != null
          && variable.getType().toString().equals("MemorySegment");
    }

    private String overloadOf(MethodTree method) {
      List<Edit> edits = new ArrayList<>();
      new Rewriting(edits, true).scan(method, null);
      String comments =
          comments(method)
              .lines()
              .filter(line -> !line.strip().equals(MARK))
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      return comments + indentation(method) + apply(edits, start(method), end(method));
    }

    private String classForArrays(ClassTree type) {
      List<Edit> edits = new ArrayList<>();
      new Rewriting(edits, false).scan(unit, null);
      String name = type.getSimpleName().toString();
      int at = source.indexOf(name, start(type));
      edits.add(new Edit(at, at + name.length(), name.replace("Segment", "Bytes")));
      return apply(edits, 0, source.length());
    }

    /// Writes the imports in the lines of the ones that they replace.
    private List<Edit> importsForArrays() {
      List<Edit> edits = new ArrayList<>();
      for (ImportTree imported : unit.getImports()) {
        String name = imported.getQualifiedIdentifier().toString();
        int dot = name.lastIndexOf('.') + 1;
        String counterpart = NAMES.get(name.substring(dot));
        if (counterpart != null) {
          String text = " import " + name.substring(0, dot) + counterpart + ";";
          edits.add(new Edit(end(imported), end(imported), text));
        }
      }
      return edits;
    }

    /// The comment lines above a method.
    private String comments(MethodTree method) {
      int first = source.lastIndexOf('\n', start(method)) + 1;
      int from = first;
      while (true) {
        int line = source.lastIndexOf('\n', from - 2) + 1;
        if (!source.substring(line, from).strip().startsWith("//")) {
          return source.substring(from, first);
        }
        from = line;
      }
    }

    private String indentation(MethodTree method) {
      return source.substring(source.lastIndexOf('\n', start(method)) + 1, start(method));
    }

    private String apply(List<Edit> edits, int from, int to) {
      StringBuilder text = new StringBuilder();
      int copied = from;
      for (Edit edit : edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList()) {
        text.append(source, copied, edit.start()).append(edit.replacement());
        copied = edit.end();
      }
      return text.append(source, copied, to).toString();
    }

    private int start(Tree tree) {
      return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) positions.getEndPosition(unit, tree);
    }

    private String at(Tree tree) {
      return root.resolve(file) + ":" + unit.getLineMap().getLineNumber(start(tree));
    }

    /// Collects the edits that turn code for segments into code for arrays.
    private final class Rewriting extends TreeScanner<Void, Void> {

      private final List<Edit> edits;

      /// Whether offsets are `int`, as in the overloads; otherwise they are cast.
      private boolean narrows;

      /// Whether the method's result is an offset that has become an `int`.
      private boolean returnsOffset;

      /// The `long` variables of the method.
      private final Set<String> longs = new HashSet<>();

      /// Casts that are removed.
      private final Set<Tree> dropped = new HashSet<>();

      Rewriting(List<Edit> edits, boolean narrows) {
        this.edits = edits;
        this.narrows = narrows;
      }

      private void replace(Tree tree, String replacement) {
        edits.add(new Edit(start(tree), end(tree), replacement));
      }

      @Override
      public Void visitImport(ImportTree imported, Void unused) {
        String name = imported.getQualifiedIdentifier().toString();
        int dot = name.lastIndexOf('.') + 1;
        String counterpart = NAMES.get(name.substring(dot));
        if (counterpart != null) {
          replace(imported, "import " + name.substring(0, dot) + counterpart + ";");
        }
        return null;
      }

      @Override
      public Void visitMethod(MethodTree method, Void unused) {
        boolean outer = narrows;
        narrows |= takesMemory(method);
        longs.clear();
        returnsOffset =
            narrows && isLong(method.getReturnType()) && !name(method).startsWith("get");
        if (returnsOffset) {
          replace(method.getReturnType(), "int");
        }
        super.visitMethod(method, unused);
        narrows = outer;
        return null;
      }

      @Override
      public Void visitReturn(ReturnTree returned, Void unused) {
        if (returnsOffset) {
          castIfInterpreted(returned.getExpression());
        }
        return super.visitReturn(returned, unused);
      }

      private void castIfInterpreted(ExpressionTree result) {
        if (result instanceof MethodInvocationTree && INTERPRETED.matcher(textOf(result)).find()) {
          edits.add(new Edit(start(result), start(result), "(int) "));
        }
      }

      private String textOf(Tree tree) {
        return source.substring(start(tree), end(tree));
      }

      private static String name(MethodTree method) {
        return method.getName().toString();
      }

      private static boolean isLong(Tree type) {
        return type != null && type.toString().equals("long");
      }

      @Override
      public Void visitVariable(VariableTree variable, Void unused) {
        String name = variable.getName().toString();
        if (isMemory(variable)) {
          int end = source.indexOf(name, end(variable.getType())) + name.length();
          edits.add(new Edit(start(variable.getType()), end, "byte[] " + NAMES.get(name)));
          return null;
        }
        if (isLong(variable.getType())) {
          longs.add(name);
        }
        if (narrows && isLong(variable.getType())) {
          if (OFFSETS.contains(name)) {
            replace(variable.getType(), "int");
            castIfInterpreted(variable.getInitializer());
          } else if (!VALUES.contains(name)) {
            errors.add(
                at(variable)
                    + ": is `long "
                    + name
                    + "` an offset? Add it to OFFSETS or VALUES in"
                    + " build-support/Overloads.java");
          }
        }
        return super.visitVariable(variable, unused);
      }

      @Override
      public Void visitIdentifier(IdentifierTree identifier, Void unused) {
        String counterpart = NAMES.get(identifier.getName().toString());
        if (counterpart != null) {
          replace(identifier, counterpart);
        }
        return null;
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        if (!narrows && call.getArguments().stream().anyMatch(Rewriting::isMemoryName)) {
          for (ExpressionTree argument : call.getArguments()) {
            if (isOffset(argument) && longs.contains(argument.toString())) {
              edits.add(new Edit(start(argument), start(argument), "(int) "));
            }
          }
        }
        return super.visitMethodInvocation(call, unused);
      }

      private static boolean isMemoryName(Tree tree) {
        return tree instanceof IdentifierTree name && name.getName().contentEquals("segment");
      }

      private static boolean isOffset(Tree tree) {
        return tree instanceof IdentifierTree name && OFFSETS.contains(name.getName().toString());
      }

      @Override
      public Void visitBinary(BinaryTree binary, Void unused) {
        if (narrows && binary.getKind() == Kind.PLUS && isOffset(binary.getLeftOperand())) {
          dropCasts(binary.getRightOperand());
        }
        return super.visitBinary(binary, unused);
      }

      private void dropCasts(Tree added) {
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitTypeCast(TypeCastTree cast, Void unused) {
            if (isLong(cast.getType())) {
              dropped.add(cast);
            }
            return super.visitTypeCast(cast, unused);
          }

          @Override
          public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            return null;
          }
        }.scan(added, null);
      }

      @Override
      public Void visitTypeCast(TypeCastTree cast, Void unused) {
        boolean isNarrowing = narrows && cast.getType().toString().equals("int");
        if (dropped.contains(cast) || (isNarrowing && isOfOffsets(cast.getExpression()))) {
          edits.add(new Edit(start(cast), start(cast.getExpression()), ""));
        }
        return super.visitTypeCast(cast, unused);
      }

      /// Whether all variables in an expression are offsets.
      private static boolean isOfOffsets(ExpressionTree expression) {
        Boolean isOther =
            new TreeScanner<Boolean, Void>() {
              @Override
              public Boolean visitIdentifier(IdentifierTree identifier, Void unused) {
                return !isOffset(identifier);
              }

              @Override
              public Boolean visitMethodInvocation(MethodInvocationTree call, Void unused) {
                return true;
              }

              @Override
              public Boolean visitNewClass(NewClassTree created, Void unused) {
                return true;
              }

              @Override
              public Boolean visitLambdaExpression(LambdaExpressionTree lambda, Void unused) {
                return true;
              }

              @Override
              public Boolean reduce(Boolean one, Boolean other) {
                return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
              }
            }.scan(expression, null);
        return !Boolean.TRUE.equals(isOther);
      }
    }
  }
}
