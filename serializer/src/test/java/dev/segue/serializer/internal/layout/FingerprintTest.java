// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void isTheCrc32cOfTheText() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      CRC32C expected = new CRC32C();
      expected.update(text.toString().getBytes(UTF_8));
      assertEquals((int) expected.getValue(), Fingerprint.ofText(text.toString()), text::toString);
      text.append((char) (i * 37 % 0x500));
    }
  }
}
