// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import io.lettuce.core.LettuceVersion;
import java.lang.module.ModuleDescriptor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A release of Lettuce, as far as this module depends on it.
///
/// @param name the name of the release, such as `7.7.0.RELEASE`; null if the jar does not state it
/// @param isSupported false only for a release that is known to be too old
/// @param losesReplies whether a [RuntimeException] of a codec leaves its command in the queue of
///   commands that wait for replies, so that every later command gets the wrong reply; true if the
///   release is unknown
record LettuceRelease(@Nullable String name, boolean isSupported, boolean losesReplies) {
  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})\\b.*");

  /// The loaded release.
  static final LettuceRelease LOADED = of(loadedName());

  static LettuceRelease of(@Nullable String name) {
    Matcher numbers = NUMBERS.matcher(name == null ? "" : name);
    if (!numbers.matches()) {
      return new LettuceRelease(name, true, true);
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    int patch = Integer.parseInt(numbers.group(3));
    boolean isSupported = major > 6 || (major == 6 && minor >= 8);
    // Releases 6.8.2, 7.0.1, 7.1.1, 7.2.1 and 7.3 close the connection instead.
    boolean losesReplies =
        switch (major) {
          case 6 -> minor < 8 || (minor == 8 && patch < 2);
          case 7 -> minor < 3 && patch == 0;
          default -> major < 6;
        };
    return new LettuceRelease(name, isSupported, losesReplies);
  }

  private static @Nullable String loadedName() {
    ModuleDescriptor module = LettuceVersion.class.getModule().getDescriptor();
    String ofJar = LettuceVersion.getVersion();
    return module == null || ofJar != null ? ofJar : module.rawVersion().orElse(null);
  }

  /// Checks that this release is supported.
  ///
  /// @throws IllegalStateException if it is not
  void requireSupported() {
    if (!isSupported) {
      throw new IllegalStateException(
          "SegueRedisCodec needs Lettuce 6.8 or later, but finds %s: update io.lettuce:lettuce-core"
              .formatted(name));
    }
  }
}
