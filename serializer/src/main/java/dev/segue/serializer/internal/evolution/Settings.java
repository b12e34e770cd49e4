// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What users have said of other schemas, and in what terms.
///
/// @param maxDepth how deep objects may be nested
/// @param unknown what becomes of what is not known
/// @param store where schemas are left and found, or null if payloads carry them
/// @param kept what objects that are not known are kept as
/// @param markings what fields and classes say of themselves
public record Settings(
    int maxDepth, UnknownPolicy unknown, @Nullable Store store, Kept kept, Markings markings) {

  /// A place for schemas.
  public interface Store {

    void put(long fingerprint, byte[] schema);

    byte @Nullable [] get(long fingerprint);
  }

  /// The class of what stands for an object that is not known.
  ///
  /// @param of makes one of a payload
  /// @param payload the payload of one
  public record Kept(
      Class<?> type,
      Function<UnknownPayload, Object> of,
      Function<Object, UnknownPayload> payload) {}

  /// What fields and classes say of themselves.
  ///
  /// @param aliases the names that they had before
  /// @param defaultValue what a field gets that the writer did not have, as text, or null
  public record Markings(
      Function<AnnotatedElement, String[]> aliases,
      Function<Field, @Nullable String> defaultValue) {

    boolean isCalled(AnnotatedElement element, String own, String name) {
      return own.equals(name) || hasAlias(element, name);
    }

    boolean hasAlias(AnnotatedElement element, String name) {
      for (String alias : aliases.apply(element)) {
        if (alias.equals(name)) {
          return true;
        }
      }
      return false;
    }
  }
}
