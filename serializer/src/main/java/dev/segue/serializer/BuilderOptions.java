// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Limits;
import dev.segue.serializer.internal.call.Options;
import org.jspecify.annotations.Nullable;

/// The options of a builder, in terms of the public API.
final class BuilderOptions {

  static final int DEFAULT_MAX_DEPTH = 192;
  static final int STRICT_MAX_DEPTH = 64;
  static final long STRICT_ALLOCATION_BYTES = 64 << 20;
  static final int STRICT_COLLIDING_KEYS = 1_000;

  Execution execution = Execution.byDefault();

  /// The options for payloads, excluding limits.
  final Options.Builder payloads = Options.builder();

  UnknownTypes unknownTypes = UnknownTypes.FAIL;
  @Nullable SchemaRegistry schemaRegistry;

  /// Whether rules allow classes.
  boolean allowsByRule;

  /// Whether limits that are not set are strict.
  boolean isUntrusted;

  /// Null if not set.
  @Nullable Integer maxDepth;

  /// Null if not set.
  @Nullable Long maxAllocationBytes;

  /// Null if not set.
  @Nullable Integer maxCollidingKeys;

  /// Null if not set.
  @Nullable SchemaMode schemaMode;

  int effectiveMaxDepth() {
    if (maxDepth != null) {
      return maxDepth;
    }
    return isUntrusted ? STRICT_MAX_DEPTH : DEFAULT_MAX_DEPTH;
  }

  private Limits limits() {
    Limits base =
        isUntrusted
            ? new Limits(STRICT_ALLOCATION_BYTES, Limits.ANY_NUMBER, Limits.STRICT_KEY_WORK)
                .withCollidingKeys(STRICT_COLLIDING_KEYS)
            : Limits.DEFAULTS;
    if (maxAllocationBytes != null) {
      base = new Limits(maxAllocationBytes, base.maxCollidingKeys(), base.keyWork());
    }
    return maxCollidingKeys == null ? base : base.withCollidingKeys(maxCollidingKeys);
  }

  SchemaMode effectiveSchemaMode() {
    if (schemaMode != null) {
      return schemaMode;
    }
    return schemaRegistry == null && !allowsByRule ? SchemaMode.CONSISTENT : SchemaMode.COMPATIBLE;
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
    return payloads.limits(limits()).interprets(execution == Execution.INTERPRETED).build();
  }

  /// A part of a line for logs.
  String describe() {
    Options built = payloads.build();
    return "references="
        + built.references()
        + ", compactNumbers="
        + built.compactNumbers()
        + ", schemaMode="
        + effectiveSchemaMode()
        + ", execution="
        + execution
        + ", maxDepth="
        + effectiveMaxDepth()
        + (isUntrusted ? ", untrusted" : "")
        + (allowsByRule ? ", with rules" : "");
  }
}
