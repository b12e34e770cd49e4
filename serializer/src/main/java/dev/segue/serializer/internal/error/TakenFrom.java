// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

/// A container with the elements of another one, whose class is named in errors.
public interface TakenFrom {

  /// The container that the user wrote.
  Object source();
}
