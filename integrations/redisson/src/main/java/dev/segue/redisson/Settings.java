// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SerializerBuilder;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The settings of a codec.
///
/// @param packages the packages whose classes are allowed
/// @param builderSettings the user's settings for the serializer of values
/// @param zstd how to compress values; null for no compression
/// @param maxValueLength the maximum length of a decompressed value, in bytes
record Settings(
    List<String> packages,
    Consumer<? super SerializerBuilder> builderSettings,
    @Nullable ZstdOptions zstd,
    int maxValueLength) {

  static final Settings DEFAULTS =
      new Settings(List.of(), _ -> {}, null, SegueCodec.DEFAULT_MAX_VALUE_LENGTH);

  /// @throws IllegalArgumentException if [ClassRule] refuses a name
  Settings withPackages(List<String> names) {
    List<String> copy = List.copyOf(names);
    if (!copy.isEmpty()) {
      var _ = rule(copy, ClassLoader.getSystemClassLoader());
    }
    return new Settings(copy, builderSettings, zstd, maxValueLength);
  }

  Settings withBuilderSettings(Consumer<? super SerializerBuilder> more) {
    Objects.requireNonNull(more, "builderSettings");
    Consumer<SerializerBuilder> both =
        builder -> {
          builderSettings.accept(builder);
          more.accept(builder);
        };
    return new Settings(packages, both, zstd, maxValueLength);
  }

  Settings withZstd(@Nullable ZstdOptions options) {
    return new Settings(packages, builderSettings, options, maxValueLength);
  }

  Settings withMaxValueLength(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("maxValueLength=" + bytes);
    }
    return new Settings(packages, builderSettings, zstd, bytes);
  }

  /// Returns the rule that allows the packages, in a class loader; none if there are no packages.
  ClassRule[] rules(ClassLoader loader) {
    return packages.isEmpty() ? new ClassRule[0] : new ClassRule[] {rule(packages, loader)};
  }

  private static ClassRule rule(List<String> packages, ClassLoader loader) {
    return ClassRule.packages(loader, packages.toArray(String[]::new));
  }

  @Override
  public String toString() {
    return "[packages=%s, zstd=%s]".formatted(packages, zstd != null);
  }
}
