// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.prepared;

import dev.segue.serializer.internal.compiler.PreparedFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder of compiled classes, to which generated classes are added.
///
/// A generated class accesses private members of the class that it serializes. So it is a member of
/// that class's nest, and the class file of the nest's host has to list it.
public final class PreparedFolder {

  private static final Logger LOGGER = System.getLogger("dev.segue.serializer");

  private static final String SUFFIX = ".class";
  private static final Pattern GENERATED = Pattern.compile(PreparedFile.NAMES);

  private final Path folder;

  /// The members to add to nests, by the internal names of their hosts.
  private final Map<String, Set<ClassDesc>> nests = new TreeMap<>();

  public PreparedFolder(Path folder) {
    this.folder = folder;
  }

  /// Replaces the generated classes in the folder. A class whose nest host is not in the folder is
  /// skipped, with a warning.
  ///
  /// @return the classes in the folder
  public List<PreparedFile> replace(Collection<PreparedFile> files) throws IOException {
    deleteGenerated();
    Map<ClassDesc, PreparedFile> written = new LinkedHashMap<>();
    Set<String> missing = new TreeSet<>();
    for (PreparedFile file : files) {
      String host =
          PreparedFile.internalName(file.beside().getNestHost().describeConstable().orElseThrow());
      if (!Files.isRegularFile(fileOf(host))) {
        missing.add(file.beside().getName());
      } else if (written.putIfAbsent(file.name(), file) == null) {
        nests.computeIfAbsent(host, _ -> new HashSet<>()).add(file.name());
        Files.write(fileOf(file), file.bytes());
      }
    }
    if (!missing.isEmpty()) {
      LOGGER.log(
          Level.WARNING,
          "no code is generated for classes that are not in " + folder + ": " + missing);
    }
    List<PreparedFile> all = List.copyOf(written.values());
    writeMarkers(all);
    for (Map.Entry<String, Set<ClassDesc>> nest : nests.entrySet()) {
      setMembers(fileOf(nest.getKey()), nest.getValue());
    }
    return all;
  }

  private void writeMarkers(List<PreparedFile> files) throws IOException {
    Set<String> packages = new TreeSet<>();
    for (PreparedFile file : files) {
      packages.add(file.name().packageName());
    }
    for (String each : packages) {
      String path = each.isEmpty() ? "" : each.replace('.', '/') + "/";
      Files.write(fileOf(path + PreparedFile.MARKER), PreparedFile.marker(each));
    }
  }

  /// Deletes the classes that an earlier run has written, and records their nests.
  private void deleteGenerated() throws IOException {
    List<Path> generated;
    try (Stream<Path> all = Files.walk(folder)) {
      generated = all.filter(PreparedFolder::isGenerated).toList();
    }
    for (Path file : generated) {
      ClassFile.of()
          .parse(Files.readAllBytes(file))
          .findAttribute(Attributes.nestHost())
          .map(NestHostAttribute::nestHost)
          .ifPresent(host -> nests.put(host.asInternalName(), new HashSet<>()));
      Files.delete(file);
    }
  }

  private static boolean isGenerated(Path file) {
    String name = file.getFileName().toString();
    if (!name.endsWith(SUFFIX)) {
      return false;
    }
    String simple = name.substring(0, name.length() - SUFFIX.length());
    return simple.equals(PreparedFile.MARKER) || GENERATED.matcher(simple).matches();
  }

  /// Sets the generated members of a nest in the class file of its host.
  private static void setMembers(Path hostFile, Set<ClassDesc> generated) throws IOException {
    if (!Files.isRegularFile(hostFile)) {
      return; // the class was deleted after the earlier run
    }
    ClassModel host = ClassFile.of().parse(Files.readAllBytes(hostFile));
    Map<String, ClassDesc> members = new TreeMap<>();
    host
        .findAttribute(Attributes.nestMembers())
        .map(NestMembersAttribute::nestMembers)
        .orElse(List.of())
        .stream()
        .map(ClassEntry::asSymbol)
        .filter(member -> !GENERATED.matcher(PreparedFile.internalName(member)).matches())
        .forEach(member -> members.put(member.descriptorString(), member));
    generated.forEach(member -> members.put(member.descriptorString(), member));
    ClassTransform transform =
        ClassTransform.dropping(NestMembersAttribute.class::isInstance)
            .andThen(
                ClassTransform.endHandler(builder -> {
                  if (!members.isEmpty()) {
                    builder.with(NestMembersAttribute.ofSymbols(List.copyOf(members.values())));
                  }
                }));
    Files.write(hostFile, ClassFile.of().transformClass(host, transform));
  }

  /// The class file of a generated class.
  public Path fileOf(PreparedFile file) {
    return fileOf(PreparedFile.internalName(file.name()));
  }

  private Path fileOf(String internalName) {
    return folder.resolve(internalName + SUFFIX);
  }
}
