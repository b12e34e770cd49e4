// SPDX-License-Identifier: Apache-2.0

/// Access logs in a Lucene index, and the codecs that store them.
@NullMarked
package dev.segue.benchmark.stored;

import org.jspecify.annotations.NullMarked;
