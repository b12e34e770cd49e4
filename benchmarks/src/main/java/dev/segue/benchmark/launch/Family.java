// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is to be known about the cases of one benchmark class before any of them runs.
///
/// A case is told by the values of its JMH parameters. A family answers from those alone, without
/// loading a contestant.
public interface Family {
  /// Cases that all exist and ask for nothing but native access.
  Family PLAIN =
      new Family() {
        @Override
        public Optional<String> absence(Map<String, String> params) {
          return Optional.empty();
        }

        @Override
        public List<String> jvmFlags(Map<String, String> params) {
          return List.of("--enable-native-access=ALL-UNNAMED");
        }
      };

  /// Tells why a case does not exist: a contestant that cannot do what the parameters ask for.
  ///
  /// @return the reason, or empty where the case can be run
  Optional<String> absence(Map<String, String> params);

  /// The JVM flags that the contestant's own documentation asks for.
  List<String> jvmFlags(Map<String, String> params);

  /// The version of a library that the case runs with instead of the usual one.
  ///
  /// @return the name of a jar among the [PeerJars], or empty where the usual class path serves
  default Optional<String> peerJar(Map<String, String> params) {
    return Optional.empty();
  }

  /// Whether a case is small enough for a smoke run, which has two minutes for everything.
  default boolean isQuick(Map<String, String> params) {
    return true;
  }
}
