// SPDX-License-Identifier: Apache-2.0

/// Figures besides the score that JMH does not measure itself.
@NullMarked
package dev.segue.benchmark.figures;

import org.jspecify.annotations.NullMarked;
