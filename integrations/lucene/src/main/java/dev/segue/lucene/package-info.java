// SPDX-License-Identifier: Apache-2.0

/// A codec for Lucene whose stored fields are compressed by zstd, and the training of dictionaries
/// for it.
@NullMarked
package dev.segue.lucene;

import org.jspecify.annotations.NullMarked;
