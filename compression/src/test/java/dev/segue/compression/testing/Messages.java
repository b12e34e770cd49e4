// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// Assertions on error messages.
public final class Messages {

  private Messages() {}

  /// Asserts that the message has all of the given parts.
  public static void assertMentions(Throwable error, String... parts) {
    String message = String.valueOf(error.getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }
}
