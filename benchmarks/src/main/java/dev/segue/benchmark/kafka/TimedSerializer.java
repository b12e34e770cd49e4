// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import org.HdrHistogram.Histogram;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/// Times every eighth call of another serializer. The median is reported, because interruptions
/// hardly affect it.
final class TimedSerializer implements Serializer<Object> {
  private static final int MASK = 7;
  static final long LONGEST = 1_000_000_000;
  static final int DIGITS = 3;

  private final Serializer<Object> serializer;
  private final Histogram nanos = new Histogram(LONGEST, DIGITS);
  private int calls;

  TimedSerializer(Serializer<Object> serializer) {
    this.serializer = serializer;
  }

  static boolean isSampled(int call) {
    return (call & MASK) == 1;
  }

  void reset() {
    calls = 0; // so that the next call is sampled
    nanos.reset();
  }

  double nanos() {
    return nanos.getValueAtPercentile(50);
  }

  @Override
  public byte[] serialize(String topic, Object data) {
    return serializer.serialize(topic, data);
  }

  @Override
  public byte[] serialize(String topic, Headers headers, Object data) {
    if (!isSampled(++calls)) {
      return serializer.serialize(topic, headers, data);
    }
    long start = System.nanoTime();
    byte[] bytes = serializer.serialize(topic, headers, data);
    nanos.recordValue(Math.min(LONGEST, System.nanoTime() - start));
    return bytes;
  }
}
