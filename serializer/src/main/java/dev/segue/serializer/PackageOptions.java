// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// Options of [SerializerBuilder#registerPackages]: which classes it registers, and which listener
/// it calls for classes that it skips. Immutable: each method returns other options.
public final class PackageOptions {

  private static final System.Logger LOGGER = System.getLogger("dev.segue.serializer");

  private static final PackageOptions DEFAULTS = new PackageOptions(_ -> true, PackageOptions::log);

  private final Predicate<? super Class<?>> filter;
  private final BiConsumer<? super String, ? super Throwable> skipped;

  private PackageOptions(
      Predicate<? super Class<?>> filter, BiConsumer<? super String, ? super Throwable> skipped) {
    this.filter = filter;
    this.skipped = skipped;
  }

  /// Returns the default options: all classes, and skipped classes are logged at level `DEBUG`.
  ///
  /// @return the options
  public static PackageOptions defaults() {
    return DEFAULTS;
  }

  private static void log(String name, Throwable reason) {
    LOGGER.log(System.Logger.Level.DEBUG, () -> "skipped " + name + ": " + reason);
  }

  /// Registers only classes that a filter accepts. The filter is not called for skipped classes.
  ///
  /// @param accepted tests classes, which are loaded but not initialized
  /// @return the options with this filter instead of the previous one
  public PackageOptions filter(Predicate<? super Class<?>> accepted) {
    return new PackageOptions(Objects.requireNonNull(accepted, "accepted"), skipped);
  }

  /// Passes each skipped class to a listener. A class that cannot be loaded is reported when the
  /// package is registered; a class that cannot be serialized, when the serializer is built.
  ///
  /// @param listener takes the binary name of the class, and the reason
  /// @return the options with this listener instead of the previous one
  public PackageOptions onSkipped(BiConsumer<? super String, ? super Throwable> listener) {
    return new PackageOptions(filter, Objects.requireNonNull(listener, "listener"));
  }

  boolean accepts(Class<?> type) {
    return filter.test(type);
  }

  void skip(String name, Throwable reason) {
    skipped.accept(name, reason);
  }
}
