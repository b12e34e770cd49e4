// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.util.List;

/// The contestants, by name.
public final class FieldReaders {

  /// How many messages there are, one behind the other.
  public static final int MESSAGES = 64;

  private FieldReaders() {}

  /// Fields of [Struct]: `f0`, an `int`, and `f101`, a `long`.
  ///
  /// @param library who reads
  /// @param structs what the messages hold
  public static FieldReader ofStructs(String library, List<Struct> structs) {
    return switch (library) {
      case "segue-view" -> SegueFields.viewOf(structs);
      case "segue-read" -> SegueFields.readOf(structs);
      case "flatbuffers" -> FlatFields.ofStructs(structs);
      case "sbe" -> SbeFields.ofStructs(structs);
      default -> throw new IllegalArgumentException("library=" + library);
    };
  }

  /// Fields of [MediaContent]: the medium's size, the second image's width, and the medium's URI as
  /// a string, of which the length counts.
  ///
  /// @param library who reads
  /// @param contents what the messages hold
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
