// SPDX-License-Identifier: Apache-2.0

/// A Lucene codec that compresses stored fields with zstd, and the training of dictionaries for it.
@NullMarked
package dev.segue.lucene;

import org.jspecify.annotations.NullMarked;
