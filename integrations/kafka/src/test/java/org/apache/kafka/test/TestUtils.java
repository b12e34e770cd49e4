// SPDX-License-Identifier: Apache-2.0

package org.apache.kafka.test;

import java.io.File;
import java.io.IOException;

/// The methods that `kafka-test-common-runtime` 4.4.0 calls in a class that Kafka does not publish;
/// it belongs to the tests of `kafka-clients`.
public final class TestUtils {
  private TestUtils() {}

  public static File tempFile() throws IOException {
    return tempFile("kafka", ".tmp");
  }

  public static File tempFile(String prefix, String suffix) throws IOException {
    File file = File.createTempFile(prefix, suffix);
    file.deleteOnExit();
    return file;
  }
}
