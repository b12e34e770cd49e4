// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.lang.module.ModuleDescriptor;
import picocli.CommandLine.IVersionProvider;

/// The output of `--version`: the versions of Segue and Java, and the platform.
public final class SegueVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    ModuleDescriptor module = SegueVersion.class.getModule().getDescriptor();
    String version =
        module == null ? "(on the class path)" : module.rawVersion().orElse("(unpacked)");
    return new String[] {
      "segue %s, Java %s, %s %s"
          .formatted(
              version,
              Runtime.version(),
              System.getProperty("os.name"),
              System.getProperty("os.arch"))
    };
  }
}
