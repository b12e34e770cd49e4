// SPDX-License-Identifier: Apache-2.0

/// What the snippets in the documents have in scope: a class for each kind of program, which a
/// comment above the snippet names.
@NullMarked
package dev.segue.examples.snippets;

import org.jspecify.annotations.NullMarked;
