// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;

/// Work to be done while the registry's lock is held.
///
/// @param <T> the type of the result
@FunctionalInterface
public interface LockedAction<T> {
  /// Does the work.
  T run() throws IOException;
}
