// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.exception.RetryableException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.segue.serializer.ClassRule;
import java.util.Objects;

/// Exceptions in the responses of members. A global serializer that overrides Java serialization
/// must also write these: otherwise the caller would get no response and its call would time out.
final class Exceptions {

  private static final String PACKAGE = "com.hazelcast.";
  private static final String SUFFIX = "Exception";

  private Exceptions() {}

  /// Allows the exceptions of Hazelcast, because their classes tell members whether to retry.
  static ClassRule rule() {
    ClassLoader loader =
        Objects.requireNonNull(HazelcastException.class.getClassLoader(), "Hazelcast's loader");
    return ClassRule.matching(loader, Exceptions::isOfHazelcast);
  }

  private static boolean isOfHazelcast(String name) {
    return name.startsWith(PACKAGE) && name.endsWith(SUFFIX);
  }

  /// Returns an exception that replaces one that cannot be written.
  static HazelcastException substitute(Throwable failure) {
    Throwable cause = failure.getCause();
    String text = cause == null ? failure.toString() : failure + ", caused by " + cause;
    HazelcastException substitute;
    if (failure instanceof RetryableException) {
      substitute = new RetryableHazelcastException(text);
    } else if (failure instanceof HazelcastSerializationException) {
      substitute = new HazelcastSerializationException(text);
    } else {
      substitute = new HazelcastException(text);
    }
    substitute.setStackTrace(failure.getStackTrace());
    return substitute;
  }
}
