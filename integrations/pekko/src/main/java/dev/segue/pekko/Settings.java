// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import com.typesafe.config.Config;
import dev.segue.serializer.ClassRule;
import java.util.List;
import org.apache.pekko.actor.ExtendedActorSystem;

/// The settings of a system, as in `reference.conf`.
///
/// @param identifier the id of the serializer
/// @param packages the packages whose classes are allowed
/// @param references whether shared objects and cycles are preserved
/// @param loader finds classes by their names
record Settings(int identifier, List<String> packages, boolean references, ClassLoader loader) {

  static final String PACKAGES = "segue.pekko.packages";
  private static final String REFERENCES = "segue.pekko.references";
  private static final String IDENTIFIER =
      "pekko.actor.serialization-identifiers.\"" + SegueSerializer.class.getName() + "\"";

  static Settings of(ExtendedActorSystem system) {
    Config config = system.settings().config();
    return new Settings(
        config.getInt(IDENTIFIER),
        config.getStringList(PACKAGES),
        config.getBoolean(REFERENCES),
        system.dynamicAccess().classLoader());
  }

  /// The rule that allows the packages; null if there are no packages, which is no error, because
  /// Pekko creates a serializer in every program that has it on its class path.
  ClassRule[] rules() {
    return packages.isEmpty()
        ? new ClassRule[0]
        : new ClassRule[] {ClassRule.packages(loader, packages.toArray(String[]::new))};
  }
}
