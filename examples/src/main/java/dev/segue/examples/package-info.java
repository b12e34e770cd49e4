// SPDX-License-Identifier: Apache-2.0

/// Runnable examples of each module, which contain the snippets of the README and the guides.
@NullMarked
package dev.segue.examples;

import org.jspecify.annotations.NullMarked;
