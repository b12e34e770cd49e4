// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.evolution.Settings;
import org.jspecify.annotations.Nullable;

/// The options of a builder, in terms of the public API.
final class BuilderOptions {

  Execution execution = Execution.COMPILED;
  int maxDepth = SerializerBuilder.DEFAULT_MAX_DEPTH;
  boolean references;
  long maxAllocationBytes = Options.UNBOUNDED;
  boolean compactNumbers;
  StringEncoding stringEncoding = StringEncoding.UTF_16;
  boolean sliceSegments;
  boolean sliceBuffers;
  int outOfBandBytes = Options.IN_BAND;
  int maxCollidingKeys = Options.ANY_NUMBER;
  boolean mergeEqualKeys;
  UnknownTypes unknownTypes = UnknownTypes.FAIL;
  @Nullable SchemaRegistry schemaRegistry;

  /// Null if not set.
  @Nullable SchemaMode schemaMode;

  SchemaMode effectiveSchemaMode() {
    if (schemaMode != null) {
      return schemaMode;
    }
    return schemaRegistry == null ? SchemaMode.CONSISTENT : SchemaMode.COMPATIBLE;
  }

  boolean isCompatible() {
    return effectiveSchemaMode() == SchemaMode.COMPATIBLE;
  }

  /// Checks that no option makes another one meaningless.
  void requireConsistent() {
    if (schemaRegistry != null && !isCompatible()) {
      throw new IllegalStateException(
          "schemaRegistry(...) contradicts schemaMode(CONSISTENT), whose payloads have no schemas;"
              + " remove one of the two, or use schemaMode(COMPATIBLE)");
    }
    if (unknownTypes != UnknownTypes.FAIL && !isCompatible()) {
      throw new IllegalStateException(
          "unknownTypes(%s) contradicts schemaMode(CONSISTENT), %s; remove it, or add"
                  .formatted(
                      unknownTypes,
                      schemaMode == null
                          ? "which is the default and refuses all unknown types"
                          : "which refuses all unknown types")
              + " schemaMode(COMPATIBLE)");
    }
  }

  /// The options for writing and reading payloads.
  Options forPayloads() {
    boolean utf8 = stringEncoding == StringEncoding.UTF_8;
    return new Options(references, maxAllocationBytes, compactNumbers, utf8)
        .withMemory(sliceSegments, sliceBuffers, outOfBandBytes)
        .withMaxCollidingKeys(maxCollidingKeys)
        .withMergedKeys(mergeEqualKeys)
        .withInterpretation(execution == Execution.INTERPRETED);
  }

  /// The options for reading payloads of other schemas.
  Settings forOtherSchemas() {
    return new Settings(
        maxDepth,
        unknownTypes == UnknownTypes.NULL,
        unknownTypes == UnknownTypes.KEEP,
        schemaRegistry == null ? null : store(schemaRegistry),
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

  /// A part of a line for logs.
  String describe() {
    return "references="
        + references
        + ", compactNumbers="
        + compactNumbers
        + ", schemaMode="
        + effectiveSchemaMode()
        + ", execution="
        + execution
        + ", maxDepth="
        + maxDepth;
  }
}
