// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.unregistered;

import dev.segue.serializer.SerializationException;
import org.jspecify.annotations.Nullable;

/// Tries to register a class, for messages that suggest it.
public interface Trial {

  /// The error that a builder with only this class would throw; null if there is none.
  @Nullable SerializationException refusal(Class<?> type);
}
