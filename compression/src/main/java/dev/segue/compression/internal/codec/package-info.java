// SPDX-License-Identifier: Apache-2.0

/// What codecs of all formats have in common: checks of segments and ranges, events, the memory of
/// results that are allocated, and the header of envelopes. Knows no format.
@NullMarked
package dev.segue.compression.internal.codec;

import org.jspecify.annotations.NullMarked;
