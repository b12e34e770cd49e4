// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import dev.segue.serializer.SerializationException;
import java.util.Objects;
import org.ehcache.spi.copy.Copier;
import org.ehcache.spi.serialization.SerializerException;

/// An Ehcache copier that makes deep copies, so that changing an object does not change the cached
/// value.
///
/// {@snippet :
/// CacheConfigurationBuilder.newCacheConfigurationBuilder(Long.class, Order.class, heap(1_000))
///     .withValueCopier(new SegueCopier<>(new SegueSerializer<>(loader, "com.example.shop")));
/// }
///
/// Where Ehcache requires the class of a copier, as in XML, name a subclass with a no-argument
/// constructor. Thread-safe.
///
/// @param <T> type of the keys or values
public class SegueCopier<T> implements Copier<T> {

  private final SegueSerializer<T> serializer;

  /// Creates a copier.
  ///
  /// @param serializer makes the copies; its packages determine the allowed classes
  public SegueCopier(SegueSerializer<T> serializer) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
  }

  /// Copies an object on reading from the cache.
  ///
  /// @param obj the object
  /// @return a deep copy
  /// @throws SerializerException if it cannot be copied
  @Override
  public final T copyForRead(T obj) {
    return copy(obj);
  }

  /// Copies an object on writing to the cache.
  ///
  /// @param obj the object
  /// @return a deep copy
  /// @throws SerializerException if it cannot be copied
  @Override
  public final T copyForWrite(T obj) {
    return copy(obj);
  }

  private T copy(T object) {
    try {
      return serializer.serializer().copy(object);
    } catch (SerializationException e) {
      throw new SerializerException(
          "cannot copy a %s: %s".formatted(object.getClass().getName(), e.getMessage()), e);
    }
  }
}
