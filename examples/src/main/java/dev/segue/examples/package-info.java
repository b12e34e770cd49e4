// SPDX-License-Identifier: Apache-2.0

/// One runnable file per module, and what the README shows.
@NullMarked
package dev.segue.examples;

import org.jspecify.annotations.NullMarked;
