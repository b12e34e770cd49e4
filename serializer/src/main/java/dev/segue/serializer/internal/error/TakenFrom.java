// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

/// A container with the elements of another container, whose class errors name.
public interface TakenFrom {

  /// The original container.
  Object source();
}
