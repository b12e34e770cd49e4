// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.ehcache.spi.persistence.StateRepository;
import org.ehcache.spi.serialization.SerializerException;
import org.ehcache.spi.serialization.StatefulSerializer;
import org.jspecify.annotations.Nullable;

/// An Ehcache serializer of keys and values, for off-heap and disk tiers.
///
/// {@snippet :
/// CacheConfigurationBuilder.newCacheConfigurationBuilder(Long.class, Order.class, pools)
///     .withValueSerializer(new SegueSerializer<>(loader, "com.example.shop"));
/// }
///
/// Classes of the packages and their subpackages are allowed, in [compatible
/// mode][SchemaMode#COMPATIBLE]: after a restart, other versions of the classes can read the
/// entries of a disk tier. Schemas are stored once per cache, in its state repository, and not with
/// each entry.
///
/// Where Ehcache requires the class of a serializer, as in XML, name a subclass:
///
/// {@snippet :
/// public final class ShopSerializer<T> extends SegueSerializer<T> {
///   public ShopSerializer(ClassLoader loader) {
///     super(loader, "com.example.shop");
///   }
/// }
/// }
///
/// Thread-safe. Several caches can share a serializer.
///
/// @param <T> type of the keys or values
public class SegueSerializer<T> implements StatefulSerializer<T> {

  private final ClassLoader loader;
  private final List<String> packages;
  private final Consumer<? super SerializerBuilder> settings;
  private final StoredSchemas schemas = new StoredSchemas();

  private volatile @Nullable Serializer serializer;

  /// Creates a serializer.
  ///
  /// @param loader finds classes by their names; null for the context class loader of this thread
  /// @param packages the packages whose classes are allowed, with their subpackages; without
  ///   packages, only objects of supported JDK classes can be serialized
  /// @throws IllegalArgumentException if a name is not a package name, or names a package of the
  ///   JDK
  public SegueSerializer(@Nullable ClassLoader loader, String... packages) {
    this(loader, List.of(packages), _ -> {});
  }

  /// Creates a serializer with other settings, such as surrogates or limits.
  ///
  /// @param loader finds classes by their names; null for the context class loader of this thread
  /// @param packages the packages whose classes are allowed, with their subpackages
  /// @param settings configures the builder of the serializer, which already allows the packages;
  ///   may be called several times
  /// @throws IllegalArgumentException if a name is not a package name, or names a package of the
  ///   JDK
  public SegueSerializer(
      @Nullable ClassLoader loader,
      List<String> packages,
      Consumer<? super SerializerBuilder> settings) {
    this.loader = loader == null ? contextClassLoader() : loader;
    this.packages = List.copyOf(packages);
    this.settings = Objects.requireNonNull(settings, "settings");
    var _ = rules();
  }

  private static ClassLoader contextClassLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassLoader.getSystemClassLoader() : context;
  }

  private ClassRule[] rules() {
    return packages.isEmpty()
        ? new ClassRule[0]
        : new ClassRule[] {ClassRule.packages(loader, packages.toArray(String[]::new))};
  }

  /// Stores schemas in the state of a cache. Ehcache calls this method.
  ///
  /// @param stateRepository the state of the tier that holds the entries
  @Override
  public final void init(StateRepository stateRepository) {
    schemas.add(stateRepository);
    synchronized (this) {
      serializer = null; // the next serializer stores all schemas again
    }
  }

  final Serializer serializer() {
    Serializer present = serializer;
    return present == null ? createSerializer() : present;
  }

  private synchronized Serializer createSerializer() {
    Serializer present = serializer;
    if (present == null) {
      present = newSerializer();
      serializer = present;
    }
    return present;
  }

  private Serializer newSerializer() {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).allow(rules());
    SchemaRegistry registry = schemas.registry();
    if (registry != null) {
      builder.schemaRegistry(registry);
    }
    Serializer created = builder.apply(settings).build();
    if (created.returnsSlices()) {
      throw new IllegalArgumentException(
          "sliceBuffers and sliceSegments need memory that stays, but Ehcache reuses it");
    }
    return created;
  }

  /// Serializes an object.
  ///
  /// @param object the key or value
  /// @return its bytes, from position to limit
  /// @throws SerializerException if it cannot be written, with Segue's message
  @Override
  public final ByteBuffer serialize(T object) {
    try {
      return ByteBuffer.wrap(serializer().toBytes(object));
    } catch (SerializationException e) {
      throw new SerializerException(
          "cannot write a %s: %s".formatted(object.getClass().getName(), e.getMessage()), e);
    }
  }

  /// Reads an object.
  ///
  /// @param binary the bytes from position to limit of a heap or direct buffer; all of them are
  ///   consumed
  /// @return the key or value
  /// @throws SerializerException if it cannot be read, with Segue's message
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public final T read(ByteBuffer binary) {
    int length = binary.remaining();
    T value;
    try {
      value = (T) serializer().read(binary, Object.class);
    } catch (SerializationException e) {
      throw new SerializerException(
          "cannot read an entry of %d bytes: %s".formatted(length, e.getMessage()), e);
    }
    if (binary.hasRemaining()) {
      throw new SerializerException(
          "an entry of %d bytes holds a payload of %d bytes"
              .formatted(length, length - binary.remaining()));
    }
    return value;
  }

  /// Returns whether an object equals a serialized object.
  ///
  /// @param object a key or value
  /// @param binary the bytes of another key or value
  /// @return whether they are equal
  /// @throws SerializerException if the bytes cannot be read
  @Override
  public final boolean equals(T object, ByteBuffer binary) {
    return object.equals(read(binary));
  }
}
