// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.os.Mapping;

/// A lane that a member has mapped.
interface MappedLane {

  /// The last known table entry of the lane.
  LaneRef lane();

  /// The mapping of the lane's file.
  Mapping mapping();
}
