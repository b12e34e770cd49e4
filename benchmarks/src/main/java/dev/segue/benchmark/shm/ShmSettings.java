// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;

/// What the benchmark of shared memory is asked to measure.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the usual ones
/// @param millis for each measurement, or 0 for the usual time
public record ShmSettings(List<String> transports, List<Integer> sizes, long millis) {}
