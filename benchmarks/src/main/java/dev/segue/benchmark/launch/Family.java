// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Facts about the cases of a benchmark class that must be known before the cases run.
///
/// A case is identified by the values of its JMH parameters. A family derives its answers from
/// these values alone, without loading a library.
public interface Family {
  /// Cases that all exist and need only native access.
  Family PLAIN = new Family() {};

  /// Creates a family of cases that all exist.
  ///
  /// @param jvmFlags returns the JVM flags of a library
  static Family of(Function<String, List<String>> jvmFlags) {
    return new Family() {
      @Override
      public List<String> jvmFlags(Map<String, String> params) {
        return jvmFlags.apply(params.getOrDefault("library", ""));
      }
    };
  }

  /// Returns why a case is not supported by its library.
  ///
  /// @return the reason, or empty if the case can run
  default Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// Returns the JVM flags that the library's own documentation asks for; native access by default.
  default List<String> jvmFlags(Map<String, String> params) {
    return List.of("--enable-native-access=ALL-UNNAMED");
  }

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
