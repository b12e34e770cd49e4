// SPDX-License-Identifier: Apache-2.0

/// Payloads whose length is not known before they are written: which of them go through an array,
/// and what happens if one outgrows its memory. [Growing] has the whole policy; the other classes
/// are the kinds of memory.
@NullMarked
package dev.segue.serializer.internal.growing;

import org.jspecify.annotations.NullMarked;
