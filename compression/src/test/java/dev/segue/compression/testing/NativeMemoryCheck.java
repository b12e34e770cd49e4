// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import dev.segue.compression.CompressionMemory;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Registered for every test class: after the class, only idle native memory may be left.
public final class NativeMemoryCheck implements AfterAllCallback {

  /// Used by the service loader.
  public NativeMemoryCheck() {}

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getRequiredTestClass().isMemberClass()) {
      return; // the enclosing class may still hold memory
    }
    CompressionMemory.releaseIdle();
    long left = CompressionMemory.bytesInUse();
    if (left != 0) {
      throw new AssertionError(
          context.getRequiredTestClass().getName() + " leaves " + left + " bytes of native memory");
    }
  }
}
