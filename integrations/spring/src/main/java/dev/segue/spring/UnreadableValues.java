// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.SerializationException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/// What happens to a value that cannot be read, such as one of a class that has changed or gone: it
/// is an error, or it is [missing][#missing].
///
/// Missing values are counted, and the first one of each class is logged as a warning by the logger
/// `dev.segue.spring`. [UnreadableValueMetrics] makes a meter of the count.
///
/// Thread-safe. Failures of the server or the network are never reported here.
public final class UnreadableValues {

  private static final String LOGGER = "dev.segue.spring";

  /// The most causes that are remembered; after that, new ones are only counted.
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

  /// An unreadable value is an error: the default.
  ///
  /// @return what throws each failure
  public static UnreadableValues failing() {
    return FAILING;
  }

  /// An unreadable value is missing, as if it had never been stored.
  ///
  /// @param name the name for logs and meters, such as that of the cache, or `sessions`
  /// @return what counts failures, from zero
  public static UnreadableValues missing(String name) {
    return new UnreadableValues(name, true);
  }

  /// The name for logs and meters.
  ///
  /// @return the name
  public String name() {
    return name;
  }

  /// Whether unreadable values are missing.
  ///
  /// @return false if they are errors
  public boolean areMissing() {
    return areMissing;
  }

  /// The number of values that were missing because they could not be read.
  ///
  /// @return the count since this was created
  public long count() {
    return count.sum();
  }

  /// Reports a value that cannot be read. Returns if it is missing.
  ///
  /// @param failure why it cannot be read
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

  /// What failures that are logged once have in common: the kind, and the class of the root.
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
