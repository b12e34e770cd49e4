// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/// Times every eighth call of another deserializer, like [TimedSerializer].
final class TimedDeserializer implements Deserializer<Object> {
  private final Deserializer<Object> deserializer;
  private final Histogram nanos = new Histogram(TimedSerializer.LONGEST, TimedSerializer.DIGITS);
  private int calls;

  TimedDeserializer(Deserializer<Object> deserializer) {
    this.deserializer = deserializer;
  }

  void reset() {
    calls = 0;
    nanos.reset();
  }

  double nanos() {
    return nanos.getValueAtPercentile(50);
  }

  @Override
  public Object deserialize(String topic, byte[] data) {
    return deserializer.deserialize(topic, data);
  }

  @Override
  public Object deserialize(String topic, Headers headers, ByteBuffer data) {
    if (!TimedSerializer.isSampled(++calls)) {
      return deserializer.deserialize(topic, headers, data);
    }
    long start = System.nanoTime();
    Object object = deserializer.deserialize(topic, headers, data);
    nanos.recordValue(Math.min(TimedSerializer.LONGEST, System.nanoTime() - start));
    return object;
  }
}
