// SPDX-License-Identifier: Apache-2.0

/// Writes payloads whose length is not known in advance. [Growing] decides which payloads go
/// through an array, and what happens if a payload outgrows its memory; the other classes are the
/// kinds of memory.
@NullMarked
package dev.segue.serializer.internal.growing;

import org.jspecify.annotations.NullMarked;
