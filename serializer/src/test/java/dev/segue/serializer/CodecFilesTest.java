// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.testing.Graphs;
import dev.segue.serializer.testing.RandomGraphs;
import dev.segue.serializer.testing.RecompiledSample;
import dev.segue.serializer.testing.ViewSamples;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Codecs that are generated at build time: [CodecFilesProgram] runs with them in other JVMs.
class CodecFilesTest {

  private static final String DENY = "-Ddev.segue.serializer.classDefinition=deny";
  private static final String AVOID = "-Ddev.segue.serializer.classDefinition=avoid";
  private static final String UNFIT = "no class that was generated at build time fits ";
  private static final String INTERPRETED = "defines no classes at run time";

  /// A folder with the files of all serializers. Tests do not modify it.
  @TempDir static Path all;

  private static List<Path> written = List.of();

  @TempDir Path folder;

  @BeforeAll
  static void prepareAll() throws IOException {
    copyHosts(all);
    List<Serializer> serializers = new ArrayList<>();
    for (int options = 0; options < CodecFilesProgram.OPTIONS; options++) {
      serializers.add(CodecFilesProgram.serializer(options));
    }
    serializers.add(CodecFilesProgram.SERIALIZER);
    written = CodecFiles.write(all, serializers);
  }

  static Stream<String> flags() {
    return Stream.of(DENY, "-Dorg.graalvm.nativeimage.imagecode=runtime", AVOID)
        .limit(Boolean.getBoolean("segue.full") ? 3 : 1);
  }

  @ParameterizedTest
  @MethodSource("flags")
  void filesReplaceClassDefinition(String flag) throws Exception {
    List<String> lines = run(all, flag, "all");
    assertEquals(List.of(), lines.stream().filter(line -> line.contains(UNFIT)).toList());
    assertEquals(List.of(), lines.stream().filter(line -> line.contains(INTERPRETED)).toList());
    assertEquals(List.of(), loaded(lines, "(\\$Codec|\\$View|\\$Cursor)/0x"));
    assertEquals(List.of(), loaded(lines, "SegueAnchor"));
    assertEquals(
        classFiles(all).stream().filter(file -> file.contains("$Codec$")).count(),
        loaded(lines, "\\$Codec\\$[0-9a-f]{16} source: file:").size());
    assertFalse(loaded(lines, "\\$View\\$[0-9a-f]{16} source: file:").isEmpty());
    assertFalse(loaded(lines, "\\$Cursor\\$[0-9a-f]{16} source: file:").isEmpty());
  }

  /// A lookup that fails would open all jars of the class path.
  @Test
  void otherJvmsDoNotLookForFiles() throws Exception {
    List<String> lines = run(all, "-ea", "unfit");
    assertEquals(2 * CodecFilesProgram.OWN.length, loaded(lines, "\\$Codec/0x").size());
    assertEquals(List.of(), loaded(lines, "SegueCodecs|\\$Codec\\$"));
  }

  /// Background compilation also uses the codecs from the files.
  @Test
  void automaticCompilationUsesTheFiles() throws Exception {
    List<String> lines = run(all, DENY, "auto");
    assertEquals(List.of(), lines.stream().filter(line -> line.contains(INTERPRETED)).toList());
    assertFalse(loaded(lines, "Point\\$Codec\\$[0-9a-f]{16} source: file:").isEmpty());
  }

  @Test
  void payloadsOfOtherWritersAreInterpreted() throws Exception {
    List<String> lines = run(all, DENY, "evolved");
    assertEquals(1, lines.stream().filter(line -> line.contains(INTERPRETED)).count());
    assertFalse(loaded(lines, "Point\\$Codec\\$[0-9a-f]{16} source: file:").isEmpty());
    assertEquals(List.of(), loaded(lines, "\\$Codec/0x"));
  }

  /// One class has another field, one was recompiled, one file is damaged, and one file holds
  /// another class.
  @ParameterizedTest
  @ValueSource(strings = {DENY, AVOID})
  void filesThatDoNotFitAreLoggedAndNotUsed(String flag) throws Exception {
    prepareSome();
    transform(
        "Stale",
        ClassTransform.endHandler(
            builder -> builder.withField("added", ConstantDescs.CD_int, ClassFile.ACC_PRIVATE)));
    copy(RecompiledSample.class, folder);
    Path damaged = generated("Damaged");
    Files.write(damaged, Arrays.copyOf(Files.readAllBytes(damaged), 99));
    Path foreign = generated("Foreign");
    String name = foreign.getFileName().toString().replace(".class", "");
    Files.write(foreign, ClassFile.of().build(ClassDesc.of("dev.segue.serializer", name), _ -> {}));
    List<String> lines = run(folder, flag, "unfit");
    for (Class<?> type : CodecFilesProgram.OWN) {
      String each = type.getSimpleName();
      String head = UNFIT + type.getName() + "$Codec: ";
      assertEquals(1, lines.stream().filter(line -> line.contains(head)).count(), each);
      assertEquals(
          flag.equals(DENY), loaded(lines, each + "\\$Codec/0x").isEmpty(), "hidden: " + each);
    }
    assertEquals(
        flag.equals(DENY) ? 1 : 0,
        lines.stream().filter(line -> line.contains(INTERPRETED)).count());
  }

  /// Files for another set of options exist as well: each serializer finds its own.
  @Test
  void filesForOtherOptionsAreNotUsed() throws Exception {
    copyHosts(folder);
    CodecFiles.write(folder, List.of(CodecFilesProgram.serializer(0)));
    List<String> lines = run(folder, DENY, "others");
    assertFalse(loaded(lines, "\\$Codec\\$[0-9a-f]{16} source: file:").isEmpty());
    assertFalse(lines.stream().filter(line -> line.contains(UNFIT)).toList().isEmpty());
    assertEquals(1, lines.stream().filter(line -> line.contains(INTERPRETED)).count());
  }

  @Test
  void writesTheSameFilesAgain() throws IOException {
    prepareSome();
    Map<String, String> first = contents(folder);
    CodecFiles.write(folder, List.of(CodecFilesProgram.SERIALIZER));
    assertEquals(first, contents(folder));
  }

  @Test
  void deletesEarlierFiles() throws IOException {
    copyHosts(folder);
    Map<String, String> before = contents(folder);
    prepareSome();
    assertNotEquals(before, contents(folder));
    List<Path> written = CodecFiles.write(folder, List.of());
    assertEquals(1, written.size());
    Map<String, String> after = contents(folder);
    after.remove(folder.relativize(written.getFirst()).toString());
    assertEquals(before.keySet(), after.keySet());
    for (String file : before.keySet()) {
      byte[] bytes = Files.readAllBytes(folder.resolve(file));
      assertEquals(List.of(), ClassFile.of().verify(bytes), file);
    }
  }

  @Test
  void leavesOutClassesThatAreNotInTheFolder() throws IOException {
    copy(RandomGraphs.class, folder);
    List<Path> written = CodecFiles.write(folder, List.of(CodecFilesProgram.serializer(0)));
    assertTrue(written.size() > 1);
    List<String> others =
        written.stream()
            .map(file -> file.getFileName().toString())
            .filter(name -> !name.startsWith("RandomGraphs$"))
            .toList();
    assertEquals(List.of("reachability-metadata.json"), others);
  }

  @Test
  void metadataListsGeneratedAndRegisteredClasses() throws IOException {
    String metadata = Files.readString(written.getLast());
    for (Path file : written.subList(0, written.size() - 1)) {
      String name = all.relativize(file).toString().replace(".class", "").replace('/', '.');
      assertTrue(
          metadata.contains("\"type\": \"" + name + "\", \"methods\": [{ \"name\": \"<init>\""),
          name);
    }
    String here = "\"dev.segue.serializer.";
    for (String entry :
        List.of(
            "\"type\": " + here + "SegueCodecs\"",
            "\"type\": " + here + "testing.Graphs$Derived\", \"allDeclaredFields\": true",
            "\"type\": " + here + "testing.Graphs$Base\", \"allDeclaredFields\": true",
            "\"type\": " + here + "testing.Graphs$Point[]\"",
            "\"type\": { \"proxy\": [" + here + "CodecFilesProgram$EverythingView\"] }",
            "\"glob\": \"dev/segue/serializer/testing/Graphs$Order.class\"")) {
      assertTrue(metadata.contains(entry), entry);
    }
  }

  @Test
  void mainFindsFieldsAndMethods() throws Exception {
    copyHosts(folder);
    String program = CodecFilesProgram.class.getName();
    CodecFiles.main(folder.toString(), program + ".SERIALIZER", program + ".withOptions");
    assertTrue(Files.exists(generated("Stale")));
    assertThrows(IllegalArgumentException.class, () -> CodecFiles.main(folder.toString()));
    assertThrows(
        IllegalArgumentException.class, () -> CodecFiles.main(folder.toString(), "member"));
    assertThrows(
        IllegalArgumentException.class,
        () -> CodecFiles.main(folder.toString(), program + ".instance"));
    assertThrows(
        IllegalArgumentException.class,
        () -> CodecFiles.main(folder.toString(), program + ".NOTHING"));
    assertThrows(
        NoSuchMethodException.class,
        () -> CodecFiles.main(folder.toString(), program + ".missing"));
    assertThrows(
        NotDirectoryException.class, () -> CodecFiles.write(folder.resolve("missing"), List.of()));
  }

  private void prepareSome() throws IOException {
    copyHosts(folder);
    CodecFiles.write(folder, List.of(CodecFilesProgram.SERIALIZER));
  }

  /// Copies the class files that a build would have in the folder and change.
  private static void copyHosts(Path to) throws IOException {
    for (Class<?> host :
        List.of(Graphs.class, RandomGraphs.class, ViewSamples.class, CodecFilesProgram.class)) {
      copy(host, to);
    }
    for (Class<?> type : CodecFilesProgram.OWN) {
      copy(type, to);
    }
  }

  private static void copy(Class<?> type, Path to) throws IOException {
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(name)) {
      Path file = to.resolve(type.getName().replace('.', '/') + ".class");
      Files.createDirectories(file.resolveSibling("."));
      Files.write(file, bytes.readAllBytes());
    }
  }

  private void transform(String type, ClassTransform transform) throws IOException {
    Path file =
        folder.resolve(CodecFilesProgram.class.getName().replace('.', '/') + "$" + type + ".class");
    Files.write(
        file,
        ClassFile.of().transformClass(ClassFile.of().parse(Files.readAllBytes(file)), transform));
  }

  private Path generated(String type) throws IOException {
    return folder.resolve(
        classFiles(folder).stream()
            .filter(file -> file.contains("$" + type + "$Codec$"))
            .findFirst()
            .orElseThrow());
  }

  private static List<String> classFiles(Path folder) throws IOException {
    return contents(folder).keySet().stream().filter(file -> file.endsWith(".class")).toList();
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString(), Arrays.toString(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private static List<String> loaded(List<String> lines, String pattern) {
    return lines.stream()
        .filter(line -> line.contains("[class,load]") && line.matches(".*" + pattern + ".*"))
        .toList();
  }

  private static List<String> run(Path folder, String flag, String argument)
      throws IOException, InterruptedException {
    List<String> flags =
        List.of(
            "-Xlog:class+load",
            "-Ddev.segue.serializer.execution=COMPILED",
            flag,
            "-cp",
            folder + File.pathSeparator + Jvm.classPath());
    List<String> command = Jvm.command(flags, CodecFilesProgram.class, List.of(argument));
    return Jvm.run(command).requireSuccess().lines();
  }
}
