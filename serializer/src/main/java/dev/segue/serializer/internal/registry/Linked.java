// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.Nullable;

/// What generated code refers to where it calls the codec of another class.
public interface Linked {

  /// The codec, if it was used and is not compiled; null otherwise.
  @Nullable AdaptiveCodec interpretedSoFar();
}
