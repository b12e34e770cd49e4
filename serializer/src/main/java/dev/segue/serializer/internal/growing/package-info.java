// SPDX-License-Identifier: Apache-2.0

/// Writes payloads to memory of any kind. [Growing] decides which payloads go through an array, and
/// what happens if a payload outgrows its memory. [Writing] is for memory of a given size; the
/// others are for the kinds of memory that grow.
@NullMarked
package dev.segue.serializer.internal.growing;

import org.jspecify.annotations.NullMarked;
