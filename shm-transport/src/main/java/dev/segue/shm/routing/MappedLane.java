// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.routing;

import dev.segue.shm.membership.LaneRef;
import dev.segue.shm.os.Mapping;

/// A lane that a member has mapped.
interface MappedLane {

  /// What the tables said of it last.
  LaneRef lane();

  Mapping mapping();
}
