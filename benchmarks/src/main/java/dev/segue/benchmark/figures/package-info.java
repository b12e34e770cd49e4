// SPDX-License-Identifier: Apache-2.0

/// Figures besides the score, which JMH does not measure by itself.
@NullMarked
package dev.segue.benchmark.figures;

import org.jspecify.annotations.NullMarked;
