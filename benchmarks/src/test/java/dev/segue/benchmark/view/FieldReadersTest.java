// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.workload.Struct;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks that all libraries read the same values.
class FieldReadersTest {

  @ParameterizedTest
  @ValueSource(strings = {"segue-view", "segue-read", "flatbuffers", "sbe"})
  void allLibrariesReadTheSameFields(String library) {
    Struct struct = Struct.populated();
    FieldReader structs = FieldReaders.open(library, "STRUCT");
    FieldReader contents = FieldReaders.open(library, "MEDIA_CONTENT");
    long uri = "http://javaone.com/keynote.ogg".length();
    for (int message = 0; message < FieldReaders.MESSAGES; message++) {
      assertEquals(struct.f0 + struct.f101, structs.read(message));
      assertEquals(58_982_401 + 1024 + uri, contents.read(message));
    }
  }
}
