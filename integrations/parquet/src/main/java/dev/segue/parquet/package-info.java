// SPDX-License-Identifier: Apache-2.0

/// A factory for Parquet that compresses pages with Segue's codecs.
@NullMarked
package dev.segue.parquet;

import org.jspecify.annotations.NullMarked;
