// SPDX-License-Identifier: Apache-2.0

/// Many classes that no one has seen before, and all kinds of memory, in one JVM.
@NullMarked
package dev.segue.benchmark.mixed;

import org.jspecify.annotations.NullMarked;
