// SPDX-License-Identifier: Apache-2.0

/// Object graphs to compressed bytes and back: a serializer combined with a compressor.
@NullMarked
package dev.segue.benchmark.pipeline;

import org.jspecify.annotations.NullMarked;
