// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A schema registry with a file for each schema, named by its fingerprint in hexadecimal digits.
final class SchemaDirectory implements SchemaRegistry {

  private static final String SUFFIX = ".schema";

  private final Path directory;

  SchemaDirectory(Path directory) {
    this.directory = Objects.requireNonNull(directory, "directory");
  }

  private Path file(long fingerprint) {
    return directory.resolve("%016x%s".formatted(fingerprint, SUFFIX));
  }

  @Override
  public void put(long fingerprint, byte[] schema) {
    Path file = file(fingerprint);
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createDirectories(directory);
      Path temporary = Files.createTempFile(directory, "put", ".part");
      try {
        Files.write(temporary, schema);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a schema at " + file, e);
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
    return "SchemaDirectory[" + directory + "]";
  }
}
