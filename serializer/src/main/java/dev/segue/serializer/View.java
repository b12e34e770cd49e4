// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.MemorySegment;

/// A window on one payload at a time: an interface whose methods name fields of a registered class,
/// and read just those, straight from memory, without making the object.
///
/// {@snippet :
/// interface Picture { int width(); }
/// interface Headline extends View<Headline> {
///   @ViewPath("media.title") ViewText title();
///   @ViewPath("media.size") long size();
///   int imagesCount();
///   Picture images(int index);
/// }
/// }
///
/// `serializer.view(Headline.class, MediaContent.class).at(segment, offset).size()` then reads the
/// size alone.
///
/// A method without parameters reads the field of its name, or the one that its [ViewPath] leads to
/// through other objects. It returns what the field holds:
///
/// - a primitive, or its box, where the field is one or the other;
/// - an enum constant;
/// - a `String`, or a [ViewText], which allocates nothing;
/// - of an array of primitives a copy; or a read-only [MemorySegment], the payload's own bytes,
///   little-endian and not aligned;
/// - of an object of a registered class another view, if what the method returns is an interface;
/// - of a collection or an array of such objects a [ViewList] of another interface;
/// - of anything a value of the declared type, read as a whole.
///
/// With an `int` parameter, a method returns an element of an array or a collection in the same
/// way.
///
/// `boolean hasX()` tells whether the field `x` is anything but null, `int xCount()` how many
/// elements it has, zero if it is null; where the class has fields of those names, they win.
///
/// Null, the field's or one on the way to it, is null where a method returns an object. Where it
/// returns a primitive it is a [SerializationException] of the kind
/// [NULL_VALUE][SerializationException.Kind#NULL_VALUE]; an index of a null list is out of bounds.
///
/// **One view, one thread.** A view, its views of other objects, its texts and its lists are one
/// thing that is pointed at one place after another: each call of a method points what it returns
/// elsewhere, and `at` points everything elsewhere. Take what you need before that, or make another
/// view; they are cheap. Nothing is allocated but when a view of another object, a text or a list
/// is first asked for, and for what has to be an object: strings, boxes, copies, values read as a
/// whole.
///
/// **Lifetime.** A view holds on to the memory it looks at, and looks when it is asked: it sees
/// what others write there meanwhile, and when the memory's arena is closed, its methods throw
/// [IllegalStateException]. The header and the fixed block are checked by `at`, everything else
/// when it is read, so that whatever the bytes are, the worst is a [SerializationException].
///
/// @param <V> the interface itself
/// @see Serializer#view
public interface View<V extends View<V>> {

  /// Points this view at a payload, and checks its header.
  ///
  /// @param source where it is; heap, native or mapped, accessible by this thread
  /// @param offsetBytes where in it the payload begins
  /// @return what to read with: this view, as a rule; or one for a payload of another layout, such
  ///   as that of a subclass, or of another version of the class in [schema-compatible
  ///   mode][SchemaMode#COMPATIBLE]
  /// @throws SerializationException if the bytes are no payload, hold null or another class, or
  ///   were written with another version of the class whose fields this one cannot hold; the view
  ///   is then where it was
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  V at(MemorySegment source, long offsetBytes);
}
