// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SerializerBuilder;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;

/// A Redisson codec that serializes values and keys of maps with Segue, and optionally compresses
/// values with zstd.
///
/// {@snippet :
/// Config config = new Config();
/// config.setCodec(new SegueCodec("com.example.shop"));
/// }
///
/// Or in a YAML configuration:
///
/// ```yaml
/// codec: !<dev.segue.redisson.SegueCodec>
///   packages: [com.example.shop]
///   zstd: true
/// ```
///
/// Classes of the packages and their subpackages are allowed, in [compatible
/// mode][dev.segue.serializer.SchemaMode#COMPATIBLE]: each value describes its classes, so that
/// other versions of the program can read it. No ids are assigned, so programs may use or configure
/// classes in any order.
///
/// **Class loaders.** A value is read with the classes that the context class loader of the calling
/// thread finds, or else the class loader of the codec: the context class loader of the thread that
/// created it. Values with classes of both loaders can be written.
///
/// **Keys.** Redis compares keys of maps byte by byte, so equal keys must have the same bytes.
/// Strings, integers, `UUID`, `BigDecimal`, dates, times and records of these are accepted. Other
/// keys are refused on writing; a `CompositeCodec` can encode keys in another way. Keys are never
/// compressed. Elements of sets are encoded as values.
///
/// **Errors.** A value or key that cannot be read or written fails only its own call, with an
/// [java.io.IOException] that has Segue's message; Redisson wraps exceptions on writing in an
/// [IllegalArgumentException].
///
/// Thread-safe. The setters exist for configuration files, and fail once the codec has been used.
public final class SegueCodec extends BaseCodec {

  /// The default maximum length of a decompressed value: 64 MiB, in bytes.
  public static final int DEFAULT_MAX_VALUE_LENGTH = 64 << 20;

  private final ClassLoader loader;

  /// The class loader of the original codec, if this is a copy, or of this codec.
  private final ClassLoader home;

  private final Encoder valueEncoder = this::encodeValue;
  private final Decoder<Object> valueDecoder = (bytes, _) -> decodeValue(bytes);
  private final Encoder keyEncoder = this::encodeKey;
  private final Decoder<Object> keyDecoder = (bytes, _) -> decodeKey(bytes);

  /// Guarded by this; constant once [#forms] exist.
  private Settings settings;

  private volatile @Nullable Forms forms;

  private final Copies copies = new Copies();

  /// Creates a codec without packages, which serializes objects of supported JDK classes only.
  /// [#setPackages] adds packages.
  public SegueCodec() {
    this(contextClassLoader(), contextClassLoader(), Settings.DEFAULTS);
  }

  /// Creates a codec without packages, as [#SegueCodec()] does, with a class loader. Redisson
  /// requires this constructor.
  ///
  /// @param loader finds classes by their names
  public SegueCodec(ClassLoader loader) {
    this(loader, loader, Settings.DEFAULTS);
  }

  /// Creates a codec.
  ///
  /// @param packages the packages whose classes are allowed, with their subpackages
  /// @throws IllegalArgumentException if a name is not a package name, or names a package of the
  ///   JDK
  public SegueCodec(String... packages) {
    this(
        contextClassLoader(),
        contextClassLoader(),
        Settings.DEFAULTS.withPackages(List.of(packages)));
  }

  /// Copies a codec for another class loader. Redisson calls this constructor.
  ///
  /// @param loader finds classes by their names, before the copied codec's class loader does; null:
  ///   only the latter is used
  /// @param codec the codec to copy
  public SegueCodec(@Nullable ClassLoader loader, SegueCodec codec) {
    this(loader == null ? codec.home : loader, codec.home, codec.settings());
  }

  private SegueCodec(ClassLoader loader, ClassLoader home, Settings settings) {
    this.loader = Objects.requireNonNull(loader, "loader");
    this.home = home;
    this.settings = settings;
  }

  private static ClassLoader contextClassLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassLoader.getSystemClassLoader() : context;
  }

  /// Compresses values with zstd if that saves space. Values without compression can still be read,
  /// and a codec without compression reads compressed values, unless they need a dictionary.
  ///
  /// @param options settings of zstd; a dictionary must stay open while the codec is in use
  /// @return a copy that compresses
  public SegueCodec compressed(ZstdOptions options) {
    return new SegueCodec(loader, home, settings().withZstd(options));
  }

  /// Adds settings of the serializer of values, such as surrogates, a schema registry or limits.
  /// They do not apply to keys.
  ///
  /// @param builderSettings configures a builder that already allows the packages; called once for
  ///   each class loader
  /// @return a copy with these settings
  public SegueCodec configured(Consumer<? super SerializerBuilder> builderSettings) {
    return new SegueCodec(loader, home, settings().withBuilderSettings(builderSettings));
  }

  /// Returns the packages whose classes are allowed.
  ///
  /// @return their names
  public List<String> getPackages() {
    return settings().packages();
  }

  /// Sets the packages whose classes are allowed, with their subpackages.
  ///
  /// @param packages names such as `com.example.shop`
  /// @throws IllegalArgumentException if a name is not a package name, or names a package of the
  ///   JDK
  /// @throws IllegalStateException if the codec has been used
  public void setPackages(List<String> packages) {
    change(settings().withPackages(packages));
  }

  /// Returns whether values are compressed.
  ///
  /// @return true if zstd is on
  public boolean isZstd() {
    return settings().zstd() != null;
  }

  /// Sets whether to compress values with zstd, with its default settings.
  ///
  /// @param zstd true to compress
  /// @throws IllegalStateException if the codec has been used
  public void setZstd(boolean zstd) {
    change(settings().withZstd(zstd ? ZstdOptions.defaults() : null));
  }

  /// Returns the maximum length of a decompressed value.
  ///
  /// @return bytes
  public int getMaxValueLength() {
    return settings().maxValueLength();
  }

  /// Sets the maximum length of a decompressed value. A longer value is an error, before memory is
  /// allocated for it.
  ///
  /// @param bytes the maximum length, in bytes
  /// @throws IllegalArgumentException if the length is not positive
  /// @throws IllegalStateException if the codec has been used
  public void setMaxValueLength(int bytes) {
    change(settings().withMaxValueLength(bytes));
  }

  private synchronized Settings settings() {
    return settings;
  }

  private synchronized void change(Settings changed) {
    if (forms != null) {
      throw new IllegalStateException("the codec is in use: configure it before its first use");
    }
    settings = changed;
  }

  Forms forms() {
    Forms present = forms;
    return present == null ? createForms() : present;
  }

  private synchronized Forms createForms() {
    Forms present = forms;
    if (present == null) {
      present = Forms.of(settings, loader, home);
      forms = present;
    }
    return present;
  }

  private ByteBuf encodeValue(Object value) throws IOException {
    try {
      return forms().values().encode(value);
    } catch (IOException e) {
      return copies.elsewhere(this, e).values().encode(value);
    }
  }

  private ByteBuf encodeKey(Object key) throws IOException {
    try {
      return forms().keys().encode(key);
    } catch (IOException e) {
      return copies.elsewhere(this, e).keys().encode(key);
    }
  }

  private @Nullable Object decodeValue(ByteBuf bytes) throws IOException {
    try {
      return forms().values().decode(bytes);
    } catch (Error e) {
      throw Failures.reading("value", e);
    }
  }

  private @Nullable Object decodeKey(ByteBuf bytes) throws IOException {
    try {
      return forms().keys().decode(bytes);
    } catch (Error e) {
      throw Failures.reading("key", e);
    }
  }

  @Override
  public Decoder<Object> getValueDecoder() {
    return valueDecoder;
  }

  @Override
  public Encoder getValueEncoder() {
    return valueEncoder;
  }

  @Override
  public Decoder<Object> getMapKeyDecoder() {
    return keyDecoder;
  }

  @Override
  public Encoder getMapKeyEncoder() {
    return keyEncoder;
  }

  @Override
  public ClassLoader getClassLoader() {
    return loader;
  }

  @Override
  public String toString() {
    return "SegueCodec" + settings();
  }
}
