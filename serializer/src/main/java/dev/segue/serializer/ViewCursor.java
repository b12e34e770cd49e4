// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/// Moves a view from payload to payload. A view is an interface of yours whose methods name fields
/// of a registered class; it reads just those fields, straight from memory, without creating the
/// object.
///
/// {@snippet :
/// interface Picture { int width(); }
/// interface Headline {
///   @ViewPath("media.title") ViewText title();
///   @ViewPath("media.size") long size();
///   int imagesCount();
///   Picture images(int index);
/// }
/// ViewCursor<Headline> cursor = serializer.view(Headline.class, MediaContent.class);
/// Headline headline = cursor.at(segment, offset);
/// long size = headline.size();
/// }
///
/// A method without parameters reads the field of the same name, or the field that its [ViewPath]
/// leads to through other objects. Depending on the type of the field, it returns:
///
/// - for a primitive or a box: the primitive or the box;
/// - for an enum: the constant;
/// - for a `String`: a `String`, or a [ViewText], which allocates nothing;
/// - for an array of primitives: a copy; or a read-only [MemorySegment] over the bytes of the
///   payload, which are little-endian and not aligned;
/// - for an object of a registered class: another view, if the method returns an interface;
/// - for a collection or an array of such objects: a [ViewList] of another interface;
/// - for any field: a value of its declared type, read as a whole.
///
/// A method with an `int` parameter returns an element of an array or a collection, in the same
/// forms.
///
/// `boolean hasX()` returns whether the field `x` is not null. `int xCount()` returns the number of
/// elements of `x`, or zero if it is null. If the class has a field named `hasX` or `xCount`, the
/// field takes precedence. Default methods of the interface run unchanged.
///
/// If the field, or an object on the way to it, is null, then a method that returns an object
/// returns null. A method that returns a primitive throws a [SerializationException] of the kind
/// [NULL_VALUE][SerializationException.Kind#NULL_VALUE]. Any index into a null collection is out of
/// bounds.
///
/// **Flyweights.** A view and everything obtained from it (nested views, texts, lists) are
/// flyweights. Calling a method again repositions the object that it returned before, and
/// [at][#at(MemorySegment, long)] repositions all of them. Take what you need before that, or
/// create another cursor; cursors are cheap. Nested views, texts and lists are allocated on first
/// use and then reused. Otherwise only results that must be objects are allocated: strings, boxes,
/// array copies, and values read as a whole.
///
/// **Threads.** A cursor and its views may be used by one thread at a time. Create one for each
/// thread.
///
/// **Lifetime.** A view keeps a reference to the memory and reads it when a method is called. It
/// sees data that others write there in the meantime. Once the memory's arena is closed, its
/// methods throw [IllegalStateException]. `at` checks the header and the fixed block, all other
/// checks are made when a field is read. Whatever the bytes are, the worst outcome is a
/// [SerializationException].
///
/// @param <V> the interface
/// @see Serializer#view
public abstract class ViewCursor<V> {

  /// Extended only in this package and by generated code, so that methods can be added.
  ViewCursor() {}

  /// For generated cursors, which are defined in this package.
  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  /// Moves the view to a payload, and checks the payload's header.
  ///
  /// Use the view that this returns, not one from an earlier call: payloads of a subclass, or of
  /// another version of the class in [schema-compatible mode][SchemaMode#COMPATIBLE], have another
  /// layout and are read through another view.
  ///
  /// @param source the memory that holds the payload; heap, native or mapped, accessible by this
  ///   thread
  /// @param offset the offset of the payload in it, in bytes
  /// @return the view, valid until the next call
  /// @throws SerializationException if the bytes are not a payload, hold null or an object of
  ///   another class, or were written with a version of the class whose fields do not fit; views
  ///   from earlier calls then keep their positions
  /// @throws IndexOutOfBoundsException if the offset is not in the source
  /// @throws IllegalStateException if the source's arena is closed
  /// @throws WrongThreadException if the source belongs to another thread
  public abstract V at(MemorySegment source, long offset);

  /// Moves the view to a payload at the start of an array. Each call allocates the segment that
  /// wraps the array; keep a [MemorySegment#ofArray(byte[])] of your own to avoid that.
  ///
  /// @param source the array that holds the payload
  /// @return the view, valid until the next call
  /// @throws SerializationException as [#at(MemorySegment, long)] does
  public final V at(byte[] source) {
    return at(source, 0);
  }

  /// Moves the view to a payload in an array. Each call allocates the segment that wraps the array;
  /// keep a [MemorySegment#ofArray(byte[])] of your own to avoid that.
  ///
  /// @param source the array that holds the payload
  /// @param offset the offset of the payload in it
  /// @return the view, valid until the next call
  /// @throws SerializationException as [#at(MemorySegment, long)] does
  /// @throws IndexOutOfBoundsException if the offset is not in the array
  public final V at(byte[] source, int offset) {
    return at(MemorySegment.ofArray(Objects.requireNonNull(source, "source")), offset);
  }
}
