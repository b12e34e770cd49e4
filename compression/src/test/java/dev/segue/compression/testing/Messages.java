// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// Assertions on what an error says.
public final class Messages {

  private Messages() {}

  /// The message has every one of some parts.
  public static void assertMentions(Throwable error, String... parts) {
    String message = String.valueOf(error.getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }
}
