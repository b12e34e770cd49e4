// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

/// A change between two versions of a class.
///
/// @param type the name of the class in the older version; of a new class, its name
/// @param member the field or constant; empty if the class itself has changed
/// @param message describes the change for readers of old payloads, and the remedy
public record Finding(Effect effect, String type, String member, String message) {

  /// The effect of a change on old payloads.
  public enum Effect {
    LOST,
    DEFAULT,
    RENAMED,
    WIDENED,
    INCOMPATIBLE,
    LOOKS_RENAMED,
    COMPATIBLE
  }
}
