// SPDX-License-Identifier: Apache-2.0

/// Single fields of messages in native memory: through views, through accessors of other formats,
/// and by reading whole objects.
@NullMarked
package dev.segue.benchmark.view;

import org.jspecify.annotations.NullMarked;
