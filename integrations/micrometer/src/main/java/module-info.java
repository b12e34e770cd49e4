// SPDX-License-Identifier: Apache-2.0

/// Meters for channels in shared memory, and for the native memory of compression.
@SuppressWarnings("requires-transitive-automatic") // Micrometer has no module descriptor.
module dev.segue.micrometer {
  requires static transitive org.jspecify;
  // Only for CompressionMetrics.
  requires static dev.segue.compression;
  requires transitive dev.segue.shm;
  requires transitive micrometer.core;

  exports dev.segue.micrometer;
}
