// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// Padding against false sharing: a margin of two cache lines before the fields of pooled objects,
/// which change in every call. Processors exchange whole lines of 64 bytes, and fetch them in
/// pairs. If one thread writes to a line that another thread reads or writes, each access waits for
/// the other thread's processor. The garbage collector may move objects of different threads next
/// to each other, or next to objects that all threads read, so a pooled object needs a margin on
/// both sides.
///
/// The JVM places the fields of a superclass first. So a class whose fields change extends this
/// one, and its objects are of a subclass that consists of [#LONGS] fields of type `long`. Arrays
/// have a margin of [#INTS] or [#LONGS] elements at both ends.
public abstract class CacheMargin {

  /// The length of a margin.
  static final int BYTES = 128;

  /// The number of elements of type `long` in a margin.
  static final int LONGS = BYTES / Long.BYTES;

  /// The number of elements of type `int` in a margin, or of references, which are at least as
  /// large.
  public static final int INTS = BYTES / Integer.BYTES;

  /// Fills the gap after an object's header, where the JVM would otherwise place a field of a
  /// subclass.
  @SuppressWarnings("unused")
  private int gap;

  @SuppressWarnings("unused")
  private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

  protected CacheMargin() {}
}
