// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A store that keeps schemas outside the payloads, such as a database, a file system or a service.
/// Writers put their schemas there, and readers get them. Payloads then carry only a fingerprint of
/// eight bytes.
///
/// A serializer gets each unknown schema once, and caches it. It puts its own schema before it
/// first writes with it. A schema never changes: its fingerprint is a hash of its bytes, and the
/// result of [#get] is checked against it.
///
/// Implementations must be thread-safe. Their exceptions propagate to the caller of the serializer
/// unchanged.
///
/// @see SerializerBuilder#schemaRegistry
public interface SchemaRegistry {

  /// Stores a schema. Storing the same schema again has no effect.
  ///
  /// @param fingerprint the fingerprint of the schema
  /// @param schema its bytes; the implementation must not change the array, and must copy it if it
  ///   keeps it
  void put(long fingerprint, byte[] schema);

  /// Finds a schema.
  ///
  /// @param fingerprint the fingerprint of the schema
  /// @return its bytes, or null if no such schema was stored
  byte @Nullable [] get(long fingerprint);

  /// Creates a registry in memory, for the serializers of this JVM.
  ///
  /// @return a new, empty registry
  static SchemaRegistry inMemory() {
    ConcurrentHashMap<Long, byte[]> schemas = new ConcurrentHashMap<>();
    return new SchemaRegistry() {
      @Override
      public void put(long fingerprint, byte[] schema) {
        schemas.putIfAbsent(fingerprint, schema.clone());
      }

      @Override
      public byte @Nullable [] get(long fingerprint) {
        byte[] schema = schemas.get(fingerprint);
        return schema == null ? null : schema.clone();
      }
    };
  }

  /// Creates a registry in a directory that several JVMs can share, with a file for each schema,
  /// named by its fingerprint. Each file is written under a temporary name and then renamed, so a
  /// reader never sees an incomplete one.
  ///
  /// @param directory the directory; created when the first schema is stored
  /// @return a registry whose methods throw [java.io.UncheckedIOException] if the file system fails
  /// @throws NullPointerException if the directory is null
  static SchemaRegistry inDirectory(Path directory) {
    return new SchemaDirectory(directory);
  }
}
