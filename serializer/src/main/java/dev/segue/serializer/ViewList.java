// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// The elements of a list or an array in a payload, each read through a view. All elements share
/// one view, which [#get] and the iterator move from element to element; [ViewCursor] describes
/// lifetime and threads.
///
/// @param <E> the interface of the view, as [ViewCursor] describes it
public sealed interface ViewList<E> extends Iterable<@Nullable E> permits PayloadList {
  /// The number of elements, including null elements.
  ///
  /// @return zero or more
  int size();

  /// Moves the view of elements to one of them.
  ///
  /// @param index the index of the element, from zero
  /// @return that view, valid until the next call; or null if the element is null
  /// @throws SerializationException if the bytes are corrupt
  /// @throws IndexOutOfBoundsException if there is no such element
  @Nullable E get(int index);

  /// Iterates over the elements. Each step returns the same view, moved to the next element.
  ///
  /// @return an iterator, which returns null for a null element, and throws the same exceptions as
  ///   [#get]
  @Override
  Iterator<@Nullable E> iterator();
}
