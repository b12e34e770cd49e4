// SPDX-License-Identifier: Apache-2.0

/// The code that is in scope for the snippets in the documents: a class for each kind of program,
/// named by a comment above the snippet.
@NullMarked
package dev.segue.examples.snippets;

import org.jspecify.annotations.NullMarked;
