// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.Map;
import java.util.stream.Collectors;

/// One benchmark method with a value for each of its parameters.
///
/// @param benchmark the qualified name of the method
/// @param params the parameters in the order in which they are declared
/// @param family what is known about the case
/// @param seconds how long it is expected to take
public record Case(String benchmark, Map<String, String> params, Family family, double seconds) {
  /// The class and method without the package.
  public String simpleName() {
    int method = benchmark.lastIndexOf('.');
    int type = benchmark.lastIndexOf('.', method - 1);
    return benchmark.substring(type + 1);
  }

  /// The class and method without the package, and the parameters.
  @Override
  public String toString() {
    return params.entrySet().stream()
        .map(param -> " " + param.getKey() + "=" + param.getValue())
        .collect(Collectors.joining("", simpleName(), ""));
  }
}
