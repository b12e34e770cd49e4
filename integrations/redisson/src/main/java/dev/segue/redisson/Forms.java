// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;

/// The forms of values and of keys, for one class loader.
///
/// @param values the form of values
/// @param keys the form of keys
record Forms(ValueForm values, KeyForm keys) {

  /// @throws IllegalArgumentException if the serializer would return objects that refer to the
  ///   memory they were read from
  static Forms of(Settings settings, ClassLoader loader, ClassLoader home) {
    Serializer values = builder(settings, loader, home).apply(settings.builderSettings()).build();
    if (values.returnsSlices()) {
      throw new IllegalArgumentException(
          "sliceBuffers and sliceSegments need memory that stays, but Redisson reuses its buffers");
    }
    return new Forms(
        new ValueForm(values, compression(settings), settings.maxValueLength()),
        new KeyForm(builder(settings, loader, home).build()));
  }

  private static SerializerBuilder builder(
      Settings settings, ClassLoader loader, ClassLoader home) {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).allow(settings.rules(loader));
    return home.equals(loader) ? builder : builder.allow(settings.rules(home));
  }

  private static Compression compression(Settings settings) {
    ZstdOptions zstd = settings.zstd();
    return zstd == null
        ? Compression.OFF
        : new Compression.Zstd(Envelope.of(CompressionPolicy.of(Codec.zstd(zstd))));
  }
}
