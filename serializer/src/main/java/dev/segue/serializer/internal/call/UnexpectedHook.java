// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.io.Serial;

/// Ends an attempt to write a payload before its first [Hook] runs: the results of hooks were not
/// going to be kept for another attempt. The attempt is repeated with a [HookLog].
///
/// An error, so that no code takes it for a failure of an object.
public final class UnexpectedHook extends Error {

  @Serial private static final long serialVersionUID = 1;

  private UnexpectedHook() {
    super("a hook in an attempt without a log", null, false, false);
  }

  /// Creates one, without a stack trace. Returns a type that needs no class of this library to be
  /// loaded with the code that throws it.
  static Error create() {
    return new UnexpectedHook();
  }
}
