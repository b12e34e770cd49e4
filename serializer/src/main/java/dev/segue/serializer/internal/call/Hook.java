// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import org.jspecify.annotations.Nullable;

/// User code that takes part in writing an object: a `writeReplace`, the `toSurrogate` of a
/// `TypeSurrogate`, or the iterator of a collection. See [HookLog].
@FunctionalInterface
public interface Hook {

  /// Runs the hook.
  ///
  /// @param owner the object that is being written
  /// @return the replacement object, or the content to write
  @Nullable Object run(Object owner);
}
