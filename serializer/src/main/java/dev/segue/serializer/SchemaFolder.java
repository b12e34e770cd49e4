// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file for each schema, named by its fingerprint in hexadecimal digits.
final class SchemaFolder implements SchemaRegistry {

  private static final String SUFFIX = ".schema";

  private final Path folder;

  SchemaFolder(Path folder) {
    this.folder = Objects.requireNonNull(folder, "folder");
  }

  private Path file(long fingerprint) {
    return folder.resolve("%016x%s".formatted(fingerprint, SUFFIX));
  }

  @Override
  public void put(long fingerprint, byte[] schema) {
    Path file = file(fingerprint);
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path aside = Files.createTempFile(folder, "put", ".part");
      try {
        Files.write(aside, schema);
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(aside);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave a schema at " + file, e);
    }
  }

  @Override
  public byte @Nullable [] get(long fingerprint) {
    Path file = file(fingerprint);
    try {
      if (Files.size(file) > Schema.MAX_BYTES) {
        throw new IOException("longer than any schema: " + Files.size(file) + " bytes");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the schema at " + file, e);
    }
  }

  @Override
  public String toString() {
    return "SchemaFolder[" + folder + "]";
  }
}
