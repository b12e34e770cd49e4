// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.Nullable;

/// Code of the user's that takes part in writing an object: a `writeReplace`, the `toSurrogate` of
/// a `TypeSurrogate`, the iterator of a collection. See [HookLog].
@FunctionalInterface
public interface Hook {

  /// Runs it.
  ///
  /// @param owner the object that is written
  /// @return what is written of it or instead of it
  @Nullable Object run(Object owner);
}
