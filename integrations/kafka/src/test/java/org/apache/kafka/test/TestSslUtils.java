// SPDX-License-Identifier: Apache-2.0

package org.apache.kafka.test;

import java.io.File;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.network.ConnectionMode;
import org.jspecify.annotations.Nullable;

/// The methods that `kafka-test-common-runtime` 4.4.0 calls in a class that Kafka does not publish.
/// The brokers of the tests have no listeners with TLS, and do not open the file.
public final class TestSslUtils {
  private TestSslUtils() {}

  /// The settings of a broker.
  public static final class SslConfigsBuilder {
    private @Nullable File trustStore;

    public SslConfigsBuilder(ConnectionMode mode) {
      Objects.requireNonNull(mode, "mode");
    }

    public SslConfigsBuilder createNewTrustStore(File file) {
      trustStore = file;
      return this;
    }

    public Map<String, Object> build() {
      return Map.of("ssl.keystore.location", String.valueOf(trustStore));
    }
  }
}
