// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.kafka.SegueDeserializer;
import dev.segue.kafka.SegueKafkaConfig;
import dev.segue.kafka.SegueSerializer;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.apache.fory.Fory;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// A library as a serializer and a deserializer of values, for one thread each, and the object that
/// its users have: a message of protobuf, a record of Avro, or a plain object.
///
/// Records outlive versions of their classes, so all are in the mode that allows for others.
record RecordCodec(Object value, Serializer<Object> serializer, Deserializer<Object> deserializer) {
  /// All libraries.
  static final List<String> LIBRARIES =
      List.of(
          "segue", "segue-registry", "jackson-json", "avro", "protobuf", "kryo", "fory-compatible");

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int BUFFER_BYTES = 4096;

  /// Opens a library.
  ///
  /// @param schemas are where `segue-registry` keeps its schemas
  static RecordCodec open(String library, RecordObject object, SchemaRegistry schemas) {
    Class<?> type = object.userTypes().getFirst();
    return switch (library) {
      case "segue" -> segue(object, SchemaRegistry.inMemory(), false);
      case "segue-registry" -> segue(object, schemas, true);
      case "jackson-json" -> {
        ObjectWriter writer = JSON.writerFor(type);
        ObjectReader reader = JSON.readerFor(type);
        yield of(object.create(), writer::writeValueAsBytes, reader::readValue);
      }
      case "avro" -> {
        var records = new AvroRecords(object.message());
        yield of(records.value(), records::write, records::read);
      }
      case "protobuf" -> {
        Message message = object.message();
        Parser<? extends Message> parser = message.getParserForType();
        yield of(message, value -> ((Message) value).toByteArray(), bytes -> parse(parser, bytes));
      }
      case "kryo" -> kryo(object, type);
      case "fory-compatible" -> {
        Fory writer = ForyCodec.compatible(object.userTypes());
        Fory reader = ForyCodec.compatible(object.userTypes());
        yield of(object.create(), writer::serialize, bytes -> reader.deserialize(bytes, type));
      }
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Returns whether an object has the content of the one that was sent.
  boolean isRight(Object received) {
    return (value instanceof Message || value instanceof GenericRecord)
        ? value.equals(received)
        : JSON.valueToTree(value).equals(JSON.valueToTree(received));
  }

  /// Segue as its configuration for Kafka makes it; with shared schemas without the header, which
  /// no peer has.
  private static RecordCodec segue(RecordObject object, SchemaRegistry schemas, boolean isShared) {
    var builder =
        dev.segue.serializer.Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .compactNumbers(true)
            .register(object.userTypes().toArray(Class<?>[]::new));
    if (isShared) {
      builder.schemaRegistry(schemas);
    }
    var own = builder.build();
    var serializer = new SegueSerializer<Object>(own);
    serializer.configure(Map.of(SegueKafkaConfig.HEADERS, !isShared), false);
    return new RecordCodec(object.create(), serializer, new SegueDeserializer<>(own, Object.class));
  }

  private static RecordCodec of(
      Object value, Function<Object, byte[]> write, Function<byte[], Object> read) {
    return new RecordCodec(value, (_, data) -> write.apply(data), (_, bytes) -> read.apply(bytes));
  }

  private static Object parse(Parser<? extends Message> parser, byte[] bytes) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RecordCodec kryo(RecordObject object, Class<?> type) {
    Kryo writer = KryoCodec.compatible(object.userTypes());
    Kryo reader = KryoCodec.compatible(object.userTypes());
    Output output = new Output(BUFFER_BYTES, -1);
    Input input = new Input();
    return of(
        object.create(),
        value -> {
          output.reset();
          writer.writeObject(output, value);
          return output.toBytes();
        },
        bytes -> {
          input.setBuffer(bytes);
          return reader.readObject(input, type);
        });
  }
}
