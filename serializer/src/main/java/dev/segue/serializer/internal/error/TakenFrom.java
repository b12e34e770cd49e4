// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

/// A container that gives what another one holds, whose class errors are to name.
public interface TakenFrom {

  /// The container that the user wrote.
  Object source();
}
