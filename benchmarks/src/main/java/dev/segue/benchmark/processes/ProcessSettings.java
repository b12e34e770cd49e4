// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.processes;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The settings of measurements between two processes.
///
/// @param transports their keys, or none for all
/// @param sizes of messages in bytes, or none for the default
/// @param millis duration of each measurement, or 0 for the default
public record ProcessSettings(List<String> transports, List<Integer> sizes, long millis) {
  private static final long MILLIS = 300;

  /// Fills in the default duration.
  public ProcessSettings {
    millis = millis > 0 ? millis : MILLIS;
  }

  /// Returns the requested transports, or the usual ones if none are requested.
  ///
  /// @param ofKey returns the transport with a key
  public <T> List<T> transports(List<T> usual, Function<String, T> ofKey) {
    return transports.isEmpty() ? usual : transports.stream().distinct().map(ofKey).toList();
  }

  /// Returns the requested sizes, or the usual ones if none are requested.
  public List<Integer> sizes(List<Integer> usual) {
    return sizes.isEmpty() ? usual : sizes;
  }

  /// Returns the transport with a key.
  ///
  /// @param keyOf returns the key of a transport
  /// @throws IllegalArgumentException if there is no such transport
  public static <T> T transport(String key, T[] all, Function<T, String> keyOf) {
    return Arrays.stream(all)
        .filter(transport -> keyOf.apply(transport).equals(key))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no such transport: %s; the transports are %s"
                    .formatted(
                        key, Arrays.stream(all).map(keyOf).collect(Collectors.joining(", ")))));
  }
}
