// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.lang.invoke.MethodHandles;

/// How generated code gets at the codecs of other classes: as constants, made when first used, so
/// that classes may refer to one another in circles.
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
    return entry.linked();
  }
}
