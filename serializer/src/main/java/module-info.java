// SPDX-License-Identifier: Apache-2.0

/// Object graphs to and from memory segments.
module dev.segue.serializer {
  requires static transitive org.jspecify;

  exports dev.segue.serializer;
}
