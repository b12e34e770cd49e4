// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.io.Serial;

/// Aborts an attempt to write a payload before its first [Hook] runs, because this attempt does not
/// record the results of hooks. The attempt is then repeated with a [HookLog].
///
/// It is an `Error`, so that no code mistakes it for a failure of an object.
public final class UnexpectedHook extends Error {

  @Serial private static final long serialVersionUID = 1;

  private UnexpectedHook() {
    super("a hook in an attempt without a log", null, false, false);
  }

  /// Creates one, without a stack trace. The return type is a JDK class, so that verifying the code
  /// that throws it loads no class of this library.
  static Error create() {
    return new UnexpectedHook();
  }
}
