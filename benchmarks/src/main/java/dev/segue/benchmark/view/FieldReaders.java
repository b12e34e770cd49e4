// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.util.List;

/// Opens the libraries by their names in the tables.
public final class FieldReaders {

  /// The number of messages, stored one after the other.
  public static final int MESSAGES = 64;

  private FieldReaders() {}

  /// Reads fields of [Struct]: `f0`, an `int`, and `f101`, a `long`.
  ///
  /// @param library the library that reads
  /// @param structs the content of the messages
  public static FieldReader ofStructs(String library, List<Struct> structs) {
    return switch (library) {
      case "segue-view" -> SegueFields.viewOf(structs);
      case "segue-read" -> SegueFields.readOf(structs);
      case "flatbuffers" -> FlatFields.ofStructs(structs);
      case "sbe" -> SbeFields.ofStructs(structs);
      default -> throw new IllegalArgumentException("library=" + library);
    };
  }

  /// Reads fields of [MediaContent]: the medium's size, the second image's width, and the medium's
  /// URI as a string, whose length counts.
  ///
  /// @param library the library that reads
  /// @param contents the content of the messages
  public static FieldReader ofContents(String library, List<MediaContent> contents) {
    return switch (library) {
      case "segue-view" -> SegueFields.contentViewOf(contents);
      case "segue-read" -> SegueFields.contentReadOf(contents);
      case "flatbuffers" -> FlatFields.ofContents(contents);
      case "sbe" -> SbeFields.ofContents(contents);
      default -> throw new IllegalArgumentException("library=" + library);
    };
  }
}
