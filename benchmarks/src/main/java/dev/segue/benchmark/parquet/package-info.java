// SPDX-License-Identifier: Apache-2.0

/// Parquet's codec factories, as competitors for compressing pages.
@NullMarked
package dev.segue.benchmark.parquet;

import org.jspecify.annotations.NullMarked;
