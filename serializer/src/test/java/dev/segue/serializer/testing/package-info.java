// SPDX-License-Identifier: Apache-2.0

/// What tests of several packages share: objects to write, and how to compare them.
@NullMarked
package dev.segue.serializer.testing;

import org.jspecify.annotations.NullMarked;
