// SPDX-License-Identifier: Apache-2.0

/// Compiles different versions of programs, for the tests of all modules.
@NullMarked
package dev.segue.sources;

import org.jspecify.annotations.NullMarked;
