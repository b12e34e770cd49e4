// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.Iterator;

/// The elements of a list or an array in a payload, each seen through a view. All share one view,
/// which is pointed at one of them after the other; see [View] on lifetime and threads.
///
/// @param <E> an interface as [View] describes it
public interface ViewList<E> extends Iterable<E> {
  /// How many elements there are.
  ///
  /// @return zero or more
  int size();

  /// Whether an element is null.
  ///
  /// @param index from zero
  /// @return whether there is no object
  /// @throws IndexOutOfBoundsException if there is no such element
  boolean isNull(int index);

  /// Points the view of elements at one of them.
  ///
  /// @param index from zero
  /// @return that view
  /// @throws SerializationException if the element is null, or the bytes are corrupt
  /// @throws IndexOutOfBoundsException if there is no such element
  E get(int index);

  /// Goes through the elements; the same view each time, pointed at the next.
  ///
  /// @return an iterator, which throws as [#get] does
  @Override
  Iterator<E> iterator();
}
