// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.evolution.Settings;
import dev.segue.serializer.internal.payload.Payload;
import org.jspecify.annotations.Nullable;

/// Assembles the parts that only serializers with schemas in payloads need. It is a separate class
/// so that other serializers need not load the classes that it refers to.
final class SchemaAssembly {

  private SchemaAssembly() {}

  /// The schemas of other writers.
  static SchemaCache cache(BuilderOptions options, Assembly assembly) {
    return new SchemaCache(
        settings(options), assembly.codecs(), assembly.named(), !options.isCompatible());
  }

  /// An empty cache, for a serializer whose payloads carry no schemas.
  static SchemaCache empty(int maxDepth, Assembly assembly) {
    Settings settings = new Settings(maxDepth, false, false, null, UnknownValue.KEPT);
    return new SchemaCache(settings, assembly.codecs(), null, true);
  }

  /// Reads and writes the payloads of an assembled serializer.
  static Payload payload(Assembly assembly, int maxDepth, SchemaCache schemas) {
    Payload payload = new Payload(assembly.registry(), maxDepth, schemas);
    schemas.complete(assembly.locals(), payload);
    return payload;
  }

  private static Settings settings(BuilderOptions options) {
    SchemaRegistry registry = options.schemaRegistry;
    return new Settings(
        options.effectiveMaxDepth(),
        options.unknownTypes == UnknownTypes.NULL,
        options.unknownTypes == UnknownTypes.KEEP,
        registry == null ? null : store(registry),
        UnknownValue.KEPT);
  }

  private static Settings.Store store(SchemaRegistry registry) {
    return new Settings.Store() {
      @Override
      public void put(long fingerprint, byte[] schema) {
        registry.put(fingerprint, schema);
      }

      @Override
      public byte @Nullable [] get(long fingerprint) {
        return registry.get(fingerprint);
      }
    };
  }
}
