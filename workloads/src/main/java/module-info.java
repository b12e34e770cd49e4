// SPDX-License-Identifier: Apache-2.0

/// The object graphs that Segue is demonstrated, tested and measured with.
module dev.segue.workload {
  requires static transitive org.jspecify;

  exports dev.segue.workload;

  // For serializers that reach past public members.
  opens dev.segue.workload;
}
