// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Where writers leave their schemas and readers find them, so that payloads carry only a
/// fingerprint of eight bytes: a database, a file system, a service. Implementations must be safe
/// for any number of threads. A schema is never changed: its fingerprint is a hash of it, and what
/// [#get] returns is checked against that.
///
/// A serializer asks once for a schema that it does not know, and keeps it; it puts its own when it
/// first writes with it. What an implementation throws reaches whoever called the serializer.
public interface SchemaRegistry {

  /// Leaves a schema. Leaving the same one again changes nothing.
  ///
  /// @param fingerprint of the schema
  /// @param schema its bytes, not to be changed nor kept without a copy
  void put(long fingerprint, byte[] schema);

  /// Finds a schema.
  ///
  /// @param fingerprint of the schema
  /// @return its bytes, or null if nobody has left it
  byte @Nullable [] get(long fingerprint);

  /// A registry for serializers of this JVM.
  ///
  /// @return an empty one
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

  /// A registry in a folder that several JVMs share: a file for each schema, named by its
  /// fingerprint. A file is written aside and then renamed, so that no reader sees a part of one.
  ///
  /// @param folder where; made when the first schema is left
  /// @return a registry whose methods throw [java.io.UncheckedIOException] if the file system does
  static SchemaRegistry inFolder(Path folder) {
    return new SchemaFolder(folder);
  }
}
