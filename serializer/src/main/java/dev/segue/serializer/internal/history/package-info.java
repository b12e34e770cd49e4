// SPDX-License-Identifier: Apache-2.0

/// Descriptions of a serializer's classes as text, and the effect of changes between two
/// descriptions on readers of old payloads. Descriptions refer to classes by name, since files and
/// payloads may describe classes that no longer exist.
@NullMarked
package dev.segue.serializer.internal.history;

import org.jspecify.annotations.NullMarked;
