// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Writes each generated class, and a textual form of it, to the directory that the system property
/// `segue.dump` names.
final class Dump {

  private static final @Nullable String FOLDER = System.getProperty("segue.dump");

  private Dump() {}

  static void write(ClassDesc self, byte[] classFile) {
    if (FOLDER == null) {
      return;
    }
    String name = self.packageName() + "." + self.displayName();
    try {
      Path folder = Files.createDirectories(Path.of(FOLDER));
      Files.write(folder.resolve(name + ".class"), classFile);
      Files.writeString(
          folder.resolve(name + ".txt"), ClassFile.of().parse(classFile).toDebugString());
    } catch (IOException e) {
      throw new UncheckedIOException("segue.dump=" + FOLDER, e);
    }
  }
}
