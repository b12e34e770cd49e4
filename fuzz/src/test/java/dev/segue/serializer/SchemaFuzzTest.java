// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.provider.MethodSource;

/// Decodes arbitrary bytes as a schema. Encoding and decoding a decoded schema must not change it.
class SchemaFuzzTest {

  static Stream<byte[]> seeds() throws Exception {
    Serializer serializer = FuzzTargets.builder().schemaMode(SchemaMode.COMPATIBLE).build();
    return FuzzTargets.seeds(serializer)
        .map(payload -> SchemaTail.carriedBy(payload, payload.length))
        .filter(Objects::nonNull)
        .map(Schema::document)
        .distinct();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void decode(byte[] input) {
    SchemaDocument document;
    try {
      document = SchemaDecoder.decode(input);
    } catch (SerializationException e) {
      Assertions.assertEquals(SerializationException.Kind.MALFORMED_INPUT, e.kind());
      return;
    }
    Assertions.assertEquals(document, SchemaDecoder.decode(SchemaEncoder.encode(document)));
  }
}
