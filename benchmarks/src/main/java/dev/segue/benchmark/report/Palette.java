// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.awt.Color;
import java.util.List;
import java.util.Map;

/// The color of each library, the same in every plot.
final class Palette {
  private static final Color OURS = new Color(0x0B5FA5);
  private static final Color CEILING = new Color(0x9AA3AB);
  private static final Map<String, Color> VARIANTS =
      Map.of(
          "segue-opens", new Color(0x4C9BD9),
          "segue-auto", new Color(0x4C9BD9),
          "segue-bytes", new Color(0x4C9BD9),
          "segue-in-place", new Color(0x4C9BD9),
          "segue-envelope", new Color(0x4C9BD9),
          "segue-blocking", new Color(0x8CC3EE));
  private static final List<Color> PEERS =
      List.of(
          new Color(0xC8553D),
          new Color(0xE09F3E),
          new Color(0x7A9E5A),
          new Color(0x8A6FB0),
          new Color(0x5AA3A0),
          new Color(0xC27BA0),
          new Color(0xB07A5A),
          new Color(0x6E7F46),
          new Color(0x3F4E5E),
          new Color(0xA8323E));

  /// Libraries that appear side by side, in the order of their colors.
  private static final List<List<String>> NEIGHBOURS =
      List.of(
          List.of(
              "fory",
              "fory-fixed",
              "kryo",
              "fory-metashared",
              "fst",
              "hessian",
              "jdk",
              "protostuff",
              "jsonb",
              "activej"),
          List.of(
              "zstd-jni",
              "zstd-jni-ffm",
              "zstd-jni-direct",
              "zstd-jni-static",
              "aircompressor-native",
              "aircompressor-java"),
          List.of("agrona-ring", "aeron-ipc", "unix-socket"));

  private Palette() {}

  static Color of(String contestant) {
    if (Names.isCeiling(contestant)) {
      return CEILING;
    }
    return Names.isOurs(contestant)
        ? VARIANTS.getOrDefault(contestant, OURS)
        : PEERS.get(Math.floorMod(place(contestant), PEERS.size()));
  }

  private static int place(String peer) {
    return NEIGHBOURS.stream()
        .mapToInt(list -> list.indexOf(peer))
        .filter(place -> place >= 0)
        .findFirst()
        .orElseGet(peer::hashCode);
  }
}
