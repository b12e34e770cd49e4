// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;

/// How generated code gets at the codecs of other classes: as constants, made when first used, so
/// that classes may refer to one another in circles.
///
/// A constant that fails once fails for ever, with an error of the JVM's in place of the cause. So
/// there always is a codec, if only one that tries again with each call and throws what made it
/// fail. Only when stack or memory run out is the constant made anew the next time.
public final class Linkage {

  private Linkage() {}

  /// Bootstrap of a codec constant: `index` is where its entry stands in the class data.
  public static ObjectCodec codec(
      MethodHandles.Lookup lookup, String name, Class<?> type, int index)
      throws IllegalAccessException {
    TypeEntry entry = MethodHandles.classDataAt(lookup, "_", TypeEntry.class, index);
    if (entry == null) {
      throw new IllegalArgumentException("index=" + index);
    }
    try {
      return entry.linked();
    } catch (SerializationException e) {
      return new UnlinkedCodec(entry);
    } catch (RuntimeException | LinkageError e) {
      System.getLogger(Linkage.class.getName())
          .log(Level.WARNING, "cannot link the codec of " + entry.type().getName(), e);
      return new UnlinkedCodec(entry);
    }
  }
}
