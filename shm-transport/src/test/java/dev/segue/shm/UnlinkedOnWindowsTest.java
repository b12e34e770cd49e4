// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The contract of unlinked channels under the rules of Windows, which does not delete mapped
/// files.
@EnabledOnOs(OS.LINUX)
class UnlinkedOnWindowsTest extends UnlinkedChannelContract {

  private final WindowsRules rules = new WindowsRules();

  @Override
  Path at() {
    return rules.under(path);
  }
}
