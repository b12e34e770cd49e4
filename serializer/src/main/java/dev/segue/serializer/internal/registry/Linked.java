// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.Nullable;

/// A link from generated code to the codec of another class.
public interface Linked {

  /// The codec, if it was used and is not compiled; null otherwise.
  @Nullable AdaptiveCodec interpretedSoFar();
}
