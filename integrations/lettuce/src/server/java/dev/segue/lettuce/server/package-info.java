// SPDX-License-Identifier: Apache-2.0

/// A server for tests and benchmarks.
@NullMarked
package dev.segue.lettuce.server;

import org.jspecify.annotations.NullMarked;
