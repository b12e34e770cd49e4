// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The same where files cannot be deleted while they are mapped, as on Windows.
@EnabledOnOs(OS.LINUX)
class UnlinkedOnWindowsTest extends UnlinkedChannelContract {

  private final WindowsRules rules = new WindowsRules();

  @Override
  Path at() {
    return rules.under(path);
  }
}
