// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.io.Serial;

/// An error that carries the exception of an unencodable value through Lettuce's encoder.
///
/// After a [RuntimeException], some releases complete the command themselves, but leave it in the
/// queue of commands that wait for replies; see [LettuceRelease#losesReplies]. An error reaches
/// Netty, which fails the write of the command. Lettuce then removes exactly this command.
final class UnencodableError extends Error {
  @Serial private static final long serialVersionUID = 1L;

  UnencodableError(RuntimeException cause) {
    super(cause.getMessage(), cause, false, false);
  }
}
