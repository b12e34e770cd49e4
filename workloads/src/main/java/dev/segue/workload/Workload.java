// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.util.Arrays;
import java.util.List;

/// The four workloads, by their names in the benchmark tables.
public enum Workload {
  /// A [Struct]: 104 primitive numbers.
  STRUCT,

  /// A [Struct2]: 104 boxed numbers.
  STRUCT2,

  /// A [MediaContent]: objects, enums, lists and strings.
  MEDIA_CONTENT,

  /// A [Sample]: one field of each common kind.
  SAMPLE;

  /// Returns the classes of all workloads that must be registered with a serializer.
  ///
  /// @return each class once, in a fixed order, without JDK classes
  public static List<Class<?>> allUserTypes() {
    return Arrays.stream(values())
        .<Class<?>>mapMulti((workload, types) -> workload.userTypes().forEach(types))
        .toList();
  }

  /// Creates the object as a tree, without shared references.
  ///
  /// @return a new object, equal to all others that this method returns
  public Object create() {
    return create(false);
  }

  /// Creates the object as a graph: a [MediaContent] whose images share one medium, or a [Sample]
  /// with a reference to itself. The other workloads have no references and do not change.
  ///
  /// @return a new object, equal to all others that this method returns
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

  /// Returns the class of the object.
  ///
  /// @return the class of the objects that [#create] returns
  public Class<?> type() {
    return userTypes().getFirst();
  }

  /// Returns the classes of this workload that must be registered with a serializer.
  ///
  /// @return [#type] first, then the others in a fixed order, without JDK classes
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
