// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.Map;

/// The family of each benchmark class.
///
/// @param byClass the families by the qualified name of the class; all other classes have
///   [Family#PLAIN]
public record Families(Map<String, Family> byClass) {
  Family of(String qualifiedName) {
    return byClass.getOrDefault(qualifiedName, Family.PLAIN);
  }
}
