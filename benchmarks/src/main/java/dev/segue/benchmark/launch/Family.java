// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Facts about the cases of a benchmark class that must be known before the cases run.
///
/// A case is identified by the values of its JMH parameters. A family derives its answers from
/// these values alone, without loading a library.
public interface Family {
  /// The family of cases that are all supported and need only native access.
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

  /// Returns why a case is not supported by its library.
  ///
  /// @return the reason, or empty if the case can run
  Optional<String> absence(Map<String, String> params);

  /// Returns the JVM flags that the library's own documentation recommends.
  List<String> jvmFlags(Map<String, String> params);

  /// Returns the version of a library that the case uses instead of the usual one.
  ///
  /// @return the name of a jar among the [PeerJars], or empty for the usual class path
  default Optional<String> peerJar(Map<String, String> params) {
    return Optional.empty();
  }

  /// Returns the training program for the AOT cache of the case's JVM.
  ///
  /// @return its main class and arguments, or an empty list if the case uses no cache
  default List<String> aotTraining(Map<String, String> params) {
    return List.of();
  }

  /// Returns whether a case is small enough for a smoke run, which takes two minutes in total.
  default boolean isQuick(Map<String, String> params) {
    return true;
  }
}
