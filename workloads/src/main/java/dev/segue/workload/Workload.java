// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.util.Arrays;
import java.util.List;

/// The four objects, by the names that the benchmark tables know them by.
public enum Workload {
  /// A [Struct]: 104 primitive numbers.
  STRUCT,

  /// A [Struct2]: 104 boxed numbers.
  STRUCT2,

  /// A [MediaContent]: objects, enums, lists and strings.
  MEDIA_CONTENT,

  /// A [Sample]: one field of each common kind.
  SAMPLE;

  /// The classes of all workloads that a serializer has to know.
  ///
  /// @return each class once, in a fixed order, no classes of the JDK among them
  public static List<Class<?>> allUserTypes() {
    return Arrays.stream(values())
        .<Class<?>>mapMulti((workload, types) -> workload.userTypes().forEach(types))
        .toList();
  }

  /// Creates the object as a tree: nothing in it is referred to twice.
  ///
  /// @return a new object, equal to any other that this method returns
  public Object create() {
    return create(false);
  }

  /// Creates the object as a graph: [MediaContent] with one medium that each image shares, [Sample]
  /// with a reference to itself, and the others, which refer to nothing, as they are.
  ///
  /// @return a new object, equal to any other that this method returns
  public Object createWithReferences() {
    return create(true);
  }

  private Object create(boolean references) {
    return switch (this) {
      case STRUCT -> Struct.populated();
      case STRUCT2 -> Struct2.populated();
      case MEDIA_CONTENT -> MediaContent.populated(references);
      case SAMPLE -> Sample.populated(references);
    };
  }

  /// The class of the object.
  ///
  /// @return the class of what [#create] returns
  public Class<?> type() {
    return userTypes().getFirst();
  }

  /// The classes of this workload that a serializer has to know.
  ///
  /// @return [#type] first, then the others, in a fixed order, no classes of the JDK among them
  public List<Class<?>> userTypes() {
    return switch (this) {
      case STRUCT -> List.of(Struct.class);
      case STRUCT2 -> List.of(Struct2.class);
      case MEDIA_CONTENT ->
          List.of(
              MediaContent.class, Media.class, Media.Player.class, Image.class, Image.Size.class);
      case SAMPLE -> List.of(Sample.class);
    };
  }
}
