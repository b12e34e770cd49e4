// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.Settings;
import org.jspecify.annotations.Nullable;

/// What users say of other schemas, in the terms of those who deal with them.
final class UserTerms {

  private static final Settings.Kept KEPT =
      new Settings.Kept(
          UnknownValue.class, UnknownValue::of, value -> ((UnknownValue) value).content());

  private UserTerms() {}

  static Settings settings(
      int maxDepth, UnknownTypes unknownTypes, @Nullable SchemaRegistry registry) {
    return new Settings(
        maxDepth,
        unknownTypes == UnknownTypes.NULL,
        unknownTypes == UnknownTypes.KEEP,
        registry == null ? null : store(registry),
        KEPT);
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
