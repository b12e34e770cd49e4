// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;

/// Links generated code to the codecs of other classes with dynamic constants. They are resolved on
/// first use, so that classes can refer to each other in cycles.
///
/// The JVM resolves a constant once: a failure is permanent, and hides its cause. So resolution
/// always returns a codec; if creating it fails, one that retries on each call and throws the
/// cause. The JVM resolves a constant again only after a `StackOverflowError` or
/// `OutOfMemoryError`.
public final class Linkage {

  private Linkage() {}

  /// The bootstrap method of codec constants.
  ///
  /// @param index the index of the entry in the class data
  public static ObjectCodec codec(
      MethodHandles.Lookup lookup, String name, Class<?> type, int index)
      throws IllegalAccessException {
    TypeEntry entry = MethodHandles.classDataAt(lookup, "_", TypeEntry.class, index);
    if (entry == null) {
      throw new IllegalArgumentException("index=" + index);
    }
    return codec(entry);
  }

  /// The codec of an entry, or a codec that retries on each call.
  static ObjectCodec codec(TypeEntry entry) {
    try {
      return entry.linked();
    } catch (SerializationException e) {
      return new UnlinkedCodec(entry);
    } catch (RuntimeException | LinkageError e) {
      System.getLogger("dev.segue.serializer")
          .log(Level.WARNING, "cannot link the codec of " + entry.type().getName(), e);
      return new UnlinkedCodec(entry);
    }
  }
}
