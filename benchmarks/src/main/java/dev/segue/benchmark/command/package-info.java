// SPDX-License-Identifier: Apache-2.0

/// `segue bench`: which suites there are, running them with progress and from where one left off,
/// and having a report made.
@NullMarked
package dev.segue.benchmark.command;

import org.jspecify.annotations.NullMarked;
