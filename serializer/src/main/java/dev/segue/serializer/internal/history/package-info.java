// SPDX-License-Identifier: Apache-2.0

/// Descriptions of a serializer's classes as text, and what the changes between two of them mean to
/// readers of old payloads. Descriptions refer to classes by name: files and payloads describe
/// classes that are no longer there.
@NullMarked
package dev.segue.serializer.internal.history;

import org.jspecify.annotations.NullMarked;
