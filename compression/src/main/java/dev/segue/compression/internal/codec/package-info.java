// SPDX-License-Identifier: Apache-2.0

/// Format-independent parts of codecs: checks of segments and ranges, events, the allocation of
/// results, and the header of envelopes.
@NullMarked
package dev.segue.compression.internal.codec;

import org.jspecify.annotations.NullMarked;
