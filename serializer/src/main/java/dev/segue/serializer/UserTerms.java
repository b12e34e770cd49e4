// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.Settings;
import dev.segue.serializer.internal.evolution.UnknownPolicy;
import org.jspecify.annotations.Nullable;

/// What users say of other schemas, in the terms of those who deal with them.
final class UserTerms {

  private static final String[] NONE = {};

  private static final Settings.Kept KEPT =
      new Settings.Kept(
          UnknownValue.class, UnknownValue::of, value -> ((UnknownValue) value).content());

  static final Settings.Markings MARKINGS =
      new Settings.Markings(
          element -> {
            Alias alias = element.getAnnotation(Alias.class);
            return alias == null ? NONE : alias.value();
          },
          field -> {
            DefaultValue value = field.getAnnotation(DefaultValue.class);
            return value == null ? null : value.value();
          });

  private UserTerms() {}

  static Settings settings(
      int maxDepth, UnknownTypes unknownTypes, @Nullable SchemaRegistry registry) {
    return new Settings(
        maxDepth,
        UnknownPolicy.valueOf(unknownTypes.name()),
        registry == null ? null : store(registry),
        KEPT,
        MARKINGS);
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
