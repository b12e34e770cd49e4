// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.os.Mapping;

/// A lane that a member has mapped.
interface MappedLane {

  /// What the tables said of it last.
  LaneRef lane();

  Mapping mapping();
}
