// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.view;

import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.util.List;
import java.util.stream.IntStream;

/// Opens the libraries by their names in the tables.
public final class FieldReaders {
  /// The number of messages, which are stored consecutively.
  public static final int MESSAGES = 64;

  private FieldReaders() {}

  /// Returns the JVM flags that a library's own documentation asks for.
  public static List<String> jvmFlags(String library) {
    return library.equals("sbe")
        ? List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
        : List.of("--enable-native-access=ALL-UNNAMED");
  }

  /// Opens a library for messages of equal content.
  ///
  /// - `STRUCT`: it reads `f0`, an `int`, and `f101`, a `long`.
  /// - `MEDIA_CONTENT`: it reads the medium's size, the second image's width, and the medium's URI
  ///   as a string, of which the length is added.
  ///
  /// @param library the library that reads
  /// @param object the content
  public static FieldReader open(String library, String object) {
    boolean isStruct = object.equals("STRUCT");
    var struct = Struct.populated();
    var content = MediaContent.populated(false);
    return switch (library) {
      case "segue-view" -> isStruct ? SegueFields.viewOf(struct) : SegueFields.viewOf(content);
      case "segue-read" -> isStruct ? SegueFields.readOf(struct) : SegueFields.readOf(content);
      case "flatbuffers" -> isStruct ? FlatFields.of(struct) : FlatFields.of(content);
      case "sbe" -> isStruct ? SbeFields.of(struct) : SbeFields.of(content);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Returns the values of all fields, in the order of their numbers.
  static Object[] values(Struct struct) {
    return IntStream.range(0, Struct.class.getFields().length)
        .mapToObj(number -> {
          try {
            return Struct.class.getField("f" + number).get(struct);
          } catch (ReflectiveOperationException e) {
            throw new LinkageError("f0, f1, ... are public", e);
          }
        })
        .toArray();
  }
}
