// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import org.jspecify.annotations.Nullable;

/// The names of two classes for a message, with their class loaders if the names are equal.
public final class LoaderNames {

  private LoaderNames() {}

  /// The name of a class, with its class loader if another class has the same name.
  public static String of(Class<?> type, Class<?> other) {
    return type != other && type.getName().equals(other.getName())
        ? type.getName() + " of " + loader(type.getClassLoader())
        : type.getName();
  }

  private static String loader(@Nullable ClassLoader loader) {
    if (loader == null) {
      return "the boot class loader";
    }
    String name = loader.getName();
    String kind =
        loader.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(loader));
    return "the class loader " + (name == null ? kind : "'" + name + "' (" + kind + ")");
  }
}
