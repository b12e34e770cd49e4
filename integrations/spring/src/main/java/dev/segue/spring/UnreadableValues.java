// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.SerializationException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/// Decides what happens to a value that cannot be read, for example because its class has changed
/// or is gone: it is an error, or it is treated as [missing][#missing].
///
/// Missing values are counted, and the first one of each class is logged as a warning by the logger
/// `dev.segue.spring`. [UnreadableValueMetrics] exposes the count as a meter.
///
/// Thread-safe. Failures of the server or the network are never reported here.
public final class UnreadableValues {

  private static final String LOGGER = "dev.segue.spring";

  /// The maximum number of remembered causes; further causes are only counted.
  private static final int MOST_LOGGED = 256;

  private static final Pattern NUMBERS = Pattern.compile("[0-9]+");
  private static final Pattern STEPS = Pattern.compile("[.\\[].*", Pattern.DOTALL);

  private static final UnreadableValues FAILING = new UnreadableValues("none", false);

  private final String name;
  private final boolean areMissing;
  private final LongAdder count = new LongAdder();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  private UnreadableValues(String name, boolean areMissing) {
    this.name = Objects.requireNonNull(name, "name");
    this.areMissing = areMissing;
  }

  /// Makes unreadable values errors, the default.
  ///
  /// @return an instance that throws each failure
  public static UnreadableValues failing() {
    return FAILING;
  }

  /// Treats unreadable values as missing, as if they had never been stored.
  ///
  /// @param name the name for logs and meters, such as the name of the cache, or `sessions`
  /// @return an instance that counts unreadable values, starting at zero
  public static UnreadableValues missing(String name) {
    return new UnreadableValues(name, true);
  }

  /// The name for logs and meters.
  ///
  /// @return the name
  public String name() {
    return name;
  }

  /// Whether unreadable values are treated as missing.
  ///
  /// @return false if they are errors
  public boolean areMissing() {
    return areMissing;
  }

  /// The number of values that were treated as missing because they could not be read.
  ///
  /// @return the count since this was created
  public long count() {
    return count.sum();
  }

  /// Reports a value that cannot be read. Returns normally if the value is treated as missing.
  ///
  /// @param failure why the value cannot be read
  /// @throws RuntimeException the failure, if unreadable values are errors
  public void report(RuntimeException failure) {
    if (!areMissing) {
      throw failure;
    }
    count.increment();
    if (logged.size() < MOST_LOGGED && logged.add(subject(failure))) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              "unreadable values of %s count as missing (more of this kind are not logged): %s"
                  .formatted(name, failure.getMessage()));
    }
  }

  /// The key of failures that are logged only once: the kind, and the class of the root object.
  private static String subject(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !isOfSegue(cause)) {
      cause = cause.getCause();
    }
    if (cause instanceof SerializationException segue && !segue.path().isEmpty()) {
      return segue.kind() + " " + STEPS.matcher(segue.path()).replaceFirst("");
    }
    return cause.getClass().getName()
        + " "
        + NUMBERS.matcher(String.valueOf(cause.getMessage())).replaceAll("#");
  }

  private static boolean isOfSegue(Throwable failure) {
    return failure instanceof SerializationException;
  }

  @Override
  public String toString() {
    return "UnreadableValues[" + (areMissing ? "missing, name=" + name : "failing") + "]";
  }
}
