// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Generates the straight-line code of the benchmarks: `Straight SOURCES OUTPUT` expands each file
/// of the source folder, which is ordinary Java for memory segments, and writes it together with
/// its version for byte arrays. Run by the build, see `benchmarks/pom.xml`.
///
/// - A statement that ends with `// and N more` is repeated for the next fields of a class of 104
///   numbers. Each copy has the name, the layout, the offset and the shift distance of its field.
/// - The lines between `// also for A, B` and `// end`, which are written for `long`, are repeated
///   for each of these types.
/// - For arrays, `memory` is a `byte[]`: `memory.set(INT, offset, value)` becomes `INT.set(memory,
///   offset, value)`, or an array access for a byte, and `OnSegment` becomes `OnArray`.
/// - The comment `// for arrays: code` replaces the next line there. The lines between `// not for
///   arrays` and `// end` are omitted.
class Straight {

  private static final Pattern IMPORTED = Pattern.compile("(import static .*\\.Layouts\\.)\\w+;\n");
  private static final Pattern REPEATED = Pattern.compile("(?m)^(.*;) // and (\\d+) more\n");
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^ *// also for ([\\w, ]+)\n(.*?)\n *// end\n");
  private static final Pattern NUMBERED =
      Pattern.compile("\\bstruct\\.f\\d+|\\b(?:LONG|INT)\\b|(?<=offset \\+ |<< |>>> )\\d+");
  private static final Pattern REPLACED = Pattern.compile("(?m)^( *)// for arrays: ?(.*)\n.*\n");
  private static final Pattern OMITTED =
      Pattern.compile("(?ms)^ *// not for arrays\n.*? *// end\n\n?");
  private static final Pattern ACCESS = Pattern.compile("memory\\.([gs]et)\\(");

  /// The fields of a class of 104 numbers in the order in which they are stored: `long` and
  /// `double` have odd numbers, `int` and `float` have even ones.
  private static final List<Integer> FIELDS =
      IntStream.concat(
              IntStream.range(0, 52).map(i -> 2 * i + 1), IntStream.range(0, 52).map(i -> 2 * i))
          .boxed()
          .toList();

  private static final List<String> LAYOUTS = List.of("INT", "LONG", "FLOAT", "DOUBLE");

  private static final Map<String, String> BOXES = Map.of("int", "Integer", "char", "Character");

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Path output = Path.of(args[1]);
    Map<Path, String> generated = new HashMap<>();
    for (Path file : sources(root)) {
      String text = withImports(withTypes(withFields(Files.readString(file))));
      text = text.replaceFirst("(?m)^(package .*);$", "$1; // from src/main/straight");
      Path name = root.relativize(file);
      generated.put(output.resolve(name), text);
      generated.put(output.resolve(name.toString().replace("OnSegment", "OnArray")), onArray(text));
    }
    Files.createDirectories(output);
    for (Path file : sources(output)) {
      if (!generated.containsKey(file)) {
        Files.delete(file);
      }
    }
    for (Map.Entry<Path, String> file : generated.entrySet()) {
      save(file.getKey(), file.getValue());
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /// Imports the layouts that are used, some of which occur only in the copies.
  private static String withImports(String text) {
    Matcher imported = IMPORTED.matcher(text);
    if (!imported.find()) {
      throw new IllegalArgumentException("no layout is imported: " + text);
    }
    String prefix = imported.group(1);
    String code = imported.replaceAll("");
    String imports =
        Stream.of("BYTE", "CHAR", "DOUBLE", "FLOAT", "INT", "LONG", "SHORT")
            .filter(layout -> Pattern.compile("\\b" + layout + "\\b").matcher(code).find())
            .map(layout -> prefix + layout + ";\n")
            .collect(Collectors.joining());
    return code.replaceFirst("(?m)(?=^import )", imports + "\n").replace("\n\n\n", "\n\n");
  }

  private static void save(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private static String withFields(String source) {
    return REPEATED
        .matcher(source)
        .replaceAll(line -> Matcher.quoteReplacement(repeated(line.group(1), line.group(2))));
  }

  private static String repeated(String statement, String more) {
    Matcher field = Pattern.compile("struct\\.f(\\d+)").matcher(statement);
    if (!field.find()) {
      throw new IllegalArgumentException("no field in: " + statement);
    }
    int first = FIELDS.indexOf(Integer.valueOf(field.group(1)));
    StringBuilder all = new StringBuilder();
    for (int i = first; i <= first + Integer.parseInt(more); i++) {
      int index = i;
      all.append(
              NUMBERED
                  .matcher(statement)
                  .replaceAll(part -> numbered(part, statement, first, index)))
          .append('\n');
    }
    return all.toString();
  }

  private static String numbered(MatchResult part, String statement, int first, int index) {
    String text = part.group();
    if (text.startsWith("struct")) {
      return "struct.f" + FIELDS.get(index);
    }
    if (!Character.isDigit(text.charAt(0))) {
      return LAYOUTS.get(FIELDS.get(index) % LAYOUTS.size());
    }
    boolean isOffset = statement.startsWith("offset + ", part.start() - "offset + ".length());
    int distance = isOffset ? position(index) - position(first) : index - first;
    return String.valueOf(Integer.parseInt(text) + distance);
  }

  private static int position(int index) {
    int wide = Math.min(index, FIELDS.size() / 2);
    return wide * Long.BYTES + (index - wide) * Integer.BYTES;
  }

  private static String withTypes(String source) {
    return BLOCK
        .matcher(source)
        .replaceAll(block -> {
          List<String> all = new ArrayList<>(List.of(block.group(2)));
          for (String type : block.group(1).split(", ")) {
            all.add(ofType(block.group(2), type));
          }
          return Matcher.quoteReplacement(String.join("\n\n", all) + "\n");
        });
  }

  private static String ofType(String block, String type) {
    String capitalized = Character.toUpperCase(type.charAt(0)) + type.substring(1);
    return block
        .replaceAll("\\blong\\b", type)
        .replaceAll("\\bLONG\\b", type.toUpperCase())
        .replaceAll("\\bLong\\b", BOXES.getOrDefault(type, capitalized))
        .replace("readLongs", "read" + capitalized + "s");
  }

  private static String onArray(String text) {
    String forArrays = REPLACED.matcher(text).replaceAll("$1$2\n");
    forArrays =
        OMITTED
            .matcher(forArrays)
            .replaceAll("")
            .replaceAll("import .*(Layouts\\.BYTE|MemorySegment);\n", "")
            .replace("in a segment", "in a byte array")
            .replace("memory.byteSize()", "memory.length")
            .replace("MemorySegment", "byte[]")
            .replace("OnSegment", "OnArray")
            .replace("Layouts", "Views");
    StringBuilder result = new StringBuilder();
    int copied = 0;
    Matcher access = ACCESS.matcher(forArrays);
    while (access.find()) {
      int end = endOfCall(forArrays, access.end());
      String[] arguments = forArrays.substring(access.end(), end).split(", ", 3);
      result.append(forArrays, copied, access.start()).append(onArray(arguments));
      copied = end + 1;
    }
    return result.append(forArrays, copied, forArrays.length()).toString();
  }

  /// Returns the position of the closing parenthesis.
  private static int endOfCall(String text, int start) {
    int open = 1;
    int end = start;
    while (open > 0) {
      open += text.charAt(end) == '(' ? 1 : text.charAt(end) == ')' ? -1 : 0;
      end++;
    }
    return end - 1;
  }

  /// @param arguments the layout, the offset, and the value if it is a write
  private static String onArray(String[] arguments) {
    String layout = arguments[0];
    boolean isByte = layout.equals("BYTE");
    if (arguments.length == 2) {
      return isByte
          ? "memory[" + arguments[1] + "]"
          : "(" + layout.toLowerCase() + ") " + layout + ".get(memory, " + arguments[1] + ")";
    }
    return isByte
        ? "memory[" + arguments[1] + "] = " + arguments[2]
        : layout + ".set(memory, " + arguments[1] + ", " + arguments[2] + ")";
  }
}
