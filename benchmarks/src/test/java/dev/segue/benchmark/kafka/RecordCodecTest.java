// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SchemaRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordCodecTest {
  @ParameterizedTest
  @EnumSource
  void everyLibraryReadsWhatItWroteAndSegueTakesFewBytes(RecordObject object) {
    Map<String, Integer> bytes = new LinkedHashMap<>();
    for (String library : RecordCodec.LIBRARIES) {
      RecordCodec codec = RecordCodec.open(library, object, SchemaRegistry.inMemory());
      byte[] value = codec.serializer().serialize("t", new RecordHeaders(), codec.value());
      assertTrue(codec.isRight(codec.deserializer().deserialize("t", value)), library);
      assertFalse(codec.isRight(new Object()), library);
      bytes.put(library, value.length);
    }
    int shared = bytes.getOrDefault("segue-registry", 0);
    assertTrue(shared > 0 && shared < bytes.getOrDefault("segue", 0), bytes::toString);
    assertTrue(shared < bytes.getOrDefault("jackson-json", 0), bytes::toString);
  }
}
