// SPDX-License-Identifier: Apache-2.0

/// Object graphs to compressed bytes and back: a serializer and a compressor, joined.
@NullMarked
package dev.segue.benchmark.pipeline;

import org.jspecify.annotations.NullMarked;
