// SPDX-License-Identifier: Apache-2.0

/// The serializer of a Spring application, shared by its caches, sessions and messages:
/// [SegueSpring][dev.segue.spring.SegueSpring] starts the builder of its serializer.
/// [UnreadableValues][dev.segue.spring.UnreadableValues] decides what happens to a value that
/// cannot be read, and [UnreadableValueMetrics][dev.segue.spring.UnreadableValueMetrics] counts
/// them.
@NullMarked
package dev.segue.spring;

import org.jspecify.annotations.NullMarked;
