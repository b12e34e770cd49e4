// SPDX-License-Identifier: Apache-2.0

/// Meters of Micrometer: [ChannelMetrics][dev.segue.micrometer.ChannelMetrics] for a channel in
/// shared memory and its lanes, [CompressionMetrics][dev.segue.micrometer.CompressionMetrics] for
/// the native memory of all codecs.
@NullMarked
package dev.segue.micrometer;

import org.jspecify.annotations.NullMarked;
