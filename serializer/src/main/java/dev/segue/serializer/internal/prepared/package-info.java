// SPDX-License-Identifier: Apache-2.0

/// Writes codecs, views and cursors as class files at build time, beside the user's class files,
/// with the metadata for native images.
@NullMarked
package dev.segue.serializer.internal.prepared;

import org.jspecify.annotations.NullMarked;
