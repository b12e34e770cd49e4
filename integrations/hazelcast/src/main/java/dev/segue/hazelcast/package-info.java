// SPDX-License-Identifier: Apache-2.0

/// A Hazelcast serializer for all classes of an application's packages:
/// [SegueSerializer][dev.segue.hazelcast.SegueSerializer].
@NullMarked
package dev.segue.hazelcast;

import org.jspecify.annotations.NullMarked;
