// SPDX-License-Identifier: Apache-2.0

/// Wire layouts and payloads as text for people. Makes no object of a registered class, and runs no
/// code of theirs.
@NullMarked
package dev.segue.serializer.internal.inspect;

import org.jspecify.annotations.NullMarked;
