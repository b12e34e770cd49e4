// SPDX-License-Identifier: Apache-2.0

/// A Hazelcast serializer for all objects of packages:
/// [SegueSerializer][dev.segue.hazelcast.SegueSerializer].
@NullMarked
package dev.segue.hazelcast;

import org.jspecify.annotations.NullMarked;
