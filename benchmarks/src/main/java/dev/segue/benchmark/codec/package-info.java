// SPDX-License-Identifier: Apache-2.0

/// Compresses pages with every codec: Segue and its peers, including Parquet's codec factories.
@NullMarked
package dev.segue.benchmark.codec;

import org.jspecify.annotations.NullMarked;
