// SPDX-License-Identifier: Apache-2.0

/// Parquet's pages through Segue's codecs.
@NullMarked
package dev.segue.parquet;

import org.jspecify.annotations.NullMarked;
