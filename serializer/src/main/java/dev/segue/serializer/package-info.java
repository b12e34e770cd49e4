// SPDX-License-Identifier: Apache-2.0

/// The serializer as its users meet it: how one is built, what it writes and reads, and how it
/// fails.
@NullMarked
package dev.segue.serializer;

import org.jspecify.annotations.NullMarked;
