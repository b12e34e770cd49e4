// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;
import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A Hazelcast serializer for all classes of an application's packages, usually the global
/// serializer of members and clients.
///
/// {@snippet :
/// config.getSerializationConfig().setGlobalSerializerConfig(
///     new GlobalSerializerConfig()
///         .setImplementation(new SegueSerializer(1_000, loader, "com.example.shop"))
///         .setOverrideJavaSerialization(true));
/// }
///
/// Classes of the packages and their subpackages are allowed, in [compatible
/// mode][SchemaMode#COMPATIBLE]: members and clients may have other versions of the classes.
/// Hazelcast itself serializes strings, numbers and other types for which it has serializers.
/// Exceptions of Hazelcast and of the JDK are also allowed, because responses of members contain
/// them; an exception that cannot be written arrives as a [com.hazelcast.core.HazelcastException]
/// with its text.
///
/// As the global serializer, it also gets `Serializable` objects of other libraries, such as lambda
/// expressions, which only Java serialization can write. If a program needs these, set the
/// serializer for one of its own types instead, such as an interface of all its values:
///
/// {@snippet :
/// config.getSerializationConfig().addSerializerConfig(
///     new SerializerConfig()
///         .setTypeClass(ShopValue.class)
///         .setImplementation(new SegueSerializer(1_000, loader, "com.example.shop")));
/// }
///
/// Where Hazelcast requires the name of a class, as in XML, name a subclass:
///
/// {@snippet :
/// public final class ShopSerializer extends SegueSerializer {
///   public ShopSerializer() {
///     super(1_000, ShopSerializer.class.getClassLoader(), "com.example.shop");
///   }
/// }
/// }
///
/// Hazelcast compares keys byte by byte. Use keys that Hazelcast serializes itself, such as strings
/// and numbers, or records of these that are registered with an id in the settings. The bytes of
/// other objects may differ between processes.
///
/// Thread-safe. Several members and clients of a process can share a serializer.
public class SegueSerializer implements StreamSerializer<Object> {

  private final int typeId;
  private final Serializer serializer;

  /// Creates a serializer.
  ///
  /// @param typeId the serializer's id in the cluster, greater than 0: the same on all members and
  ///   clients, and different from other serializers' ids
  /// @param loader finds classes by their names, usually the class loader of the configuration;
  ///   null for the context class loader of this thread
  /// @param packages the packages whose classes are allowed, with their subpackages
  /// @throws IllegalArgumentException if the type id is not positive, there are no packages, or a
  ///   name is not a package name, or names a package of the JDK
  public SegueSerializer(int typeId, @Nullable ClassLoader loader, String... packages) {
    this(typeId, loader, List.of(packages), _ -> {});
  }

  /// Creates a serializer with other settings, such as surrogates, a schema registry or limits.
  ///
  /// @param typeId the serializer's id in the cluster, greater than 0
  /// @param loader finds classes by their names; null for the context class loader of this thread
  /// @param packages the packages whose classes are allowed, with their subpackages
  /// @param settings configures the builder of the serializer, which already allows the packages
  /// @throws IllegalArgumentException if the type id is not positive, there are no packages, or a
  ///   name is not a package name, or names a package of the JDK
  public SegueSerializer(
      int typeId,
      @Nullable ClassLoader loader,
      List<String> packages,
      Consumer<? super SerializerBuilder> settings) {
    if (typeId <= 0) {
      throw new IllegalArgumentException("typeId=" + typeId + " is not positive");
    }
    this.typeId = typeId;
    ClassLoader finder = loader == null ? contextClassLoader() : loader;
    this.serializer =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .allow(ClassRule.packages(finder, packages.toArray(String[]::new)), Exceptions.rule())
            .apply(settings)
            .build();
  }

  private static ClassLoader contextClassLoader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ClassLoader.getSystemClassLoader() : context;
  }

  /// Returns the id of this serializer in the cluster.
  ///
  /// @return the id
  @Override
  public final int getTypeId() {
    return typeId;
  }

  /// Writes an object.
  ///
  /// @param out receives the length of the payload and the payload
  /// @param object the object
  /// @throws HazelcastSerializationException if it cannot be written, with Segue's message
  @Override
  public final void write(ObjectDataOutput out, Object object) throws IOException {
    byte[] payload;
    try {
      payload = payload(object);
    } catch (SerializationException e) {
      throw new HazelcastSerializationException(
          "cannot write a %s: %s%s"
              .formatted(object.getClass().getName(), e.getMessage(), remedy(object)),
          e);
    }
    out.writeInt(payload.length);
    out.write(payload);
  }

  private static String remedy(Object object) {
    return object instanceof Serializable
        ? "; if only Java serialization can write it, set this serializer for a type of yours"
            + " (SerializerConfig.setTypeClass), not with overrideJavaSerialization"
        : "";
  }

  private byte[] payload(Object object) {
    try {
      return serializer.toBytes(object);
    } catch (SerializationException e) {
      if (object instanceof Throwable failure) {
        return serializer.toBytes(Exceptions.substitute(failure));
      }
      throw e;
    }
  }

  /// Reads an object.
  ///
  /// @param in contains the length of the payload and the payload
  /// @return the object
  /// @throws HazelcastSerializationException if it cannot be read, with Segue's message
  /// @throws IOException if there are fewer bytes than the stated length
  @Override
  public final Object read(ObjectDataInput in) throws IOException {
    ByteBuffer payload = ByteBuffer.wrap(StatedLength.readBytes(in));
    Object object;
    try {
      object = serializer.read(payload, Object.class);
    } catch (SerializationException e) {
      throw new HazelcastSerializationException("cannot read an object: " + e.getMessage(), e);
    }
    if (payload.hasRemaining()) {
      throw new HazelcastSerializationException(
          "%d bytes hold a payload of %d bytes".formatted(payload.limit(), payload.position()));
    }
    return object;
  }
}
