// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.Collection;

/// Generates the codec of a class.
public interface Compiler {

  /// Generates the codec.
  ///
  /// @param links receives the links through which the code calls other codecs
  ObjectCodec compile(Collection<? super Linked> links);
}
