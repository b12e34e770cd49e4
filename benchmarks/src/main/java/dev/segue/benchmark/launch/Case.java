// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.Map;
import java.util.stream.Collectors;

/// One benchmark method with a value for each of its parameters.
///
/// @param benchmark the qualified name of the method
/// @param params the parameters in the order of their declaration
/// @param family the family of the case
/// @param seconds the expected duration
public record Case(String benchmark, Map<String, String> params, Family family, double seconds) {
  /// Returns the class and method without the package.
  public String simpleName() {
    int method = benchmark.lastIndexOf('.');
    int type = benchmark.lastIndexOf('.', method - 1);
    return benchmark.substring(type + 1);
  }

  /// Returns the class and method without the package, and the parameters.
  @Override
  public String toString() {
    return params.entrySet().stream()
        .map(param -> " " + param.getKey() + "=" + param.getValue())
        .collect(Collectors.joining("", simpleName(), ""));
  }
}
