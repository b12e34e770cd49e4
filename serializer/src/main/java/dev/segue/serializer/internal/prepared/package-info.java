// SPDX-License-Identifier: Apache-2.0

/// Codecs, views and cursors as class files, for builds: their place beside the user's class files,
/// and the metadata of a native image.
@NullMarked
package dev.segue.serializer.internal.prepared;

import org.jspecify.annotations.NullMarked;
