// SPDX-License-Identifier: Apache-2.0

/// Compression of memory segments.
///
/// What a user meets lives here: the codecs, and the error they throw. The codecs' implementations
/// are here too, not public and thin: they check the arguments and call the engines in the
/// sub-packages, which import nothing of this package but the error.
@NullMarked
package dev.segue.compression;

import org.jspecify.annotations.NullMarked;
