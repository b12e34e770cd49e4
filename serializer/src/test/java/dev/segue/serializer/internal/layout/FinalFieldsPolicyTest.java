// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FinalFieldsPolicyTest {

  @Test
  void dependsOnTheVersionUnlessSet() {
    assertEquals(FinalFields.ALLOW, FinalFields.of(null, 25));
    assertEquals(FinalFields.ASK, FinalFields.of(null, 26));
    assertEquals(FinalFields.DENY, FinalFields.of("deny", 25));
    assertEquals(FinalFields.ALLOW, FinalFields.of("allow", 27));
    assertThrows(IllegalArgumentException.class, () -> FinalFields.of("", 26));
  }
}
