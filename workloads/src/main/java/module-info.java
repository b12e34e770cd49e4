// SPDX-License-Identifier: Apache-2.0

/// The object graphs for Segue's demo, tests and benchmarks.
module dev.segue.workload {
  requires static transitive org.jspecify;

  exports dev.segue.workload;

  // For serializers that access non-public members.
  opens dev.segue.workload;
}
