// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.logging.LoggerFactory;

/// The common set-up of Apache Fory: its native (Java only) protocol, every class registered.
public final class ForySetup {
  /// The flags recommended for JDK 25 and later, which avoid `sun.misc.Unsafe`.
  public static final List<String> JVM_FLAGS =
      List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

  private ForySetup() {}

  /// Creates a Fory with its defaults, for two sides with the same classes, without references.
  public static Fory consistent(List<Class<?>> userTypes) {
    Fory fory = settings(false).withCompatible(false).build();
    userTypes.forEach(fory::register);
    return fory;
  }

  /// Returns the settings that all variants share.
  static ForyBuilder settings(boolean references) {
    LoggerFactory.disableLogging();
    return Fory.builder()
        .withXlang(false)
        .withRefTracking(references)
        .requireClassRegistration(true)
        .withAsyncCompilation(false);
  }
}
