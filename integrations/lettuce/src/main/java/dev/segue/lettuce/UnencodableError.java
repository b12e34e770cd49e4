// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.io.Serial;

/// Carries the exception of a value that cannot be encoded through Lettuce's encoder.
///
/// Some releases complete the command themselves after a [RuntimeException], but let it wait for a
/// reply; see [LettuceRelease#losesReplies]. An error reaches netty, which fails the write of the
/// command. Lettuce then forgets that command, and no other.
final class UnencodableError extends Error {
  @Serial private static final long serialVersionUID = 1L;

  UnencodableError(RuntimeException cause) {
    super(cause.getMessage(), cause, false, false);
  }
}
