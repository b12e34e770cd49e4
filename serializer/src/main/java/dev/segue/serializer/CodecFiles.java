// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.compiler.PreparedFile;
import dev.segue.serializer.internal.prepared.ImageMetadata;
import dev.segue.serializer.internal.prepared.PreparedFolder;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Generates the code of serializers at build time, for native images and other JVMs that cannot
/// define classes at run time.
///
/// By default, a serializer generates codecs and views when they are first used. `CodecFiles`
/// writes them as class files beside the classes that they serialize. In a native image, a
/// serializer with the same classes and options uses them, and interprets what is missing or does
/// not fit. Other JVMs do so with the system property `dev.segue.serializer.classDefinition=deny`;
/// with `=avoid`, they generate what is missing.
///
/// {@snippet lang=shell :
/// java -cp target/classes:segue-serializer.jar dev.segue.serializer.CodecFiles \
///     target/classes shop.Codecs.SERIALIZER shop.Audit.serializer
/// }
///
/// Run it after the compiler and before the classes are packaged. It changes class files in the
/// folder: a generated class becomes a nest member of the class that it serializes, so that it can
/// access private members. It also writes the reachability metadata that a native image needs for
/// the generated classes, the registered classes and the interfaces of views.
public final class CodecFiles {

  private CodecFiles() {}

  /// Writes the class files of serializers that static fields hold or static methods return.
  ///
  /// @param arguments the folder of the compiled classes, then one name for each serializer: a
  ///   class name, a dot, and a static field or a static method without parameters. The member may
  ///   be private
  /// @throws IOException if a class file cannot be read or written
  /// @throws ReflectiveOperationException if a serializer is not found
  public static void main(String... arguments) throws IOException, ReflectiveOperationException {
    if (arguments.length < 2) {
      throw new IllegalArgumentException(
          "usage: " + CodecFiles.class.getName() + " FOLDER CLASS.MEMBER...");
    }
    List<Serializer> serializers = new ArrayList<>();
    for (String name : List.of(arguments).subList(1, arguments.length)) {
      serializers.add(serializer(name));
    }
    List<Path> written = write(Path.of(arguments[0]), serializers);
    System.out.println(written.size() + " files in " + arguments[0]);
  }

  /// Writes the codecs of all registered classes, and the views for which [Serializer#view] was
  /// called, as class files. Files that an earlier call has written to the folder are deleted.
  ///
  /// A class whose class file is not in the folder gets no codec there, and a warning is logged.
  ///
  /// @param folder the folder of the compiled classes
  /// @param serializers all serializers whose classes are in the folder
  /// @return the generated class files and the metadata
  /// @throws IOException if a class file cannot be read or written
  public static List<Path> write(Path folder, Collection<Serializer> serializers)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    List<PreparedFile> files = new ArrayList<>();
    ImageMetadata metadata = new ImageMetadata();
    for (Serializer serializer : serializers) {
      files.addAll(serializer.prepare());
      serializer.registeredClasses().values().forEach(metadata::addRegistered);
      serializer.usedViews().forEach(metadata::addView);
    }
    PreparedFolder classes = new PreparedFolder(folder);
    List<PreparedFile> kept = classes.replace(files);
    metadata.addGenerated(kept);
    List<Path> written = new ArrayList<>();
    kept.forEach(file -> written.add(classes.fileOf(file)));
    written.add(metadata.writeTo(folder));
    return written;
  }

  private static Serializer serializer(String name) throws ReflectiveOperationException {
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException(name + " is no class, dot and member");
    }
    Class<?> type = Class.forName(name.substring(0, dot));
    String member = name.substring(dot + 1);
    for (Field field : type.getDeclaredFields()) {
      if (field.getName().equals(member)) {
        return serializer(requireStatic(field).get(null), name);
      }
    }
    Method method = type.getDeclaredMethod(member);
    return serializer(requireStatic(method).invoke(null), name);
  }

  private static <T extends AccessibleObject & Member> T requireStatic(T member) {
    if (!Modifier.isStatic(member.getModifiers())) {
      throw new IllegalArgumentException(member + " is not static");
    }
    member.setAccessible(true);
    return member;
  }

  private static Serializer serializer(Object value, String name) {
    if (value instanceof Serializer serializer) {
      return serializer;
    }
    throw new IllegalArgumentException(name + " is no Serializer: " + value);
  }
}
