// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/// Generic records of Avro, with schemas that both sides have: the fields of protobuf's messages,
/// null only where these are optional. Strings are read as such.
final class AvroRecords {
  private static final int BUFFER_BYTES = 4096;

  private final GenericRecord value;
  private final GenericDatumWriter<GenericRecord> writer;
  private final GenericDatumReader<GenericRecord> reader;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(BUFFER_BYTES);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
  private final BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(new byte[0], null);

  AvroRecords(Message message) {
    Schema schema = schema(message.getDescriptorForType());
    value = (GenericRecord) value(message, schema);
    writer = new GenericDatumWriter<>(schema);
    reader = new GenericDatumReader<>(schema);
  }

  GenericRecord value() {
    return value;
  }

  byte[] write(Object object) {
    try {
      out.reset();
      writer.write((GenericRecord) object, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Object read(byte[] bytes) {
    try {
      return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, decoder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema schema(Descriptor type) {
    List<Schema.Field> fields = new ArrayList<>();
    for (FieldDescriptor field : type.getFields()) {
      Schema schema = schema(field);
      if (field.isRepeated()) {
        schema = Schema.createArray(schema);
      } else if (field.toProto().getProto3Optional()) {
        schema = Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
      }
      fields.add(new Schema.Field(field.getJsonName(), schema));
    }
    return Schema.createRecord(type.getName(), null, "shop", false, fields);
  }

  private static Schema schema(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT -> Schema.create(Schema.Type.INT);
      case LONG -> Schema.create(Schema.Type.LONG);
      case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case STRING -> {
        Schema text = Schema.create(Schema.Type.STRING);
        GenericData.setStringType(text, GenericData.StringType.String);
        yield text;
      }
      case ENUM ->
          Schema.createEnum(
              field.getEnumType().getName(),
              null,
              "shop",
              field.getEnumType().getValues().stream().map(EnumValueDescriptor::getName).toList());
      case MESSAGE -> schema(field.getMessageType());
      case FLOAT, BYTE_STRING -> throw new IllegalArgumentException(field.getFullName());
    };
  }

  private static Object value(Object found, Schema schema) {
    return switch (schema.getType()) {
      case UNION -> value(found, schema.getTypes().getLast());
      case ARRAY ->
          ((List<?>) found)
              .stream().map(element -> value(element, schema.getElementType())).toList();
      case ENUM -> new GenericData.EnumSymbol(schema, ((EnumValueDescriptor) found).getName());
      case RECORD -> {
        var message = (Message) found;
        GenericRecord made = new GenericData.Record(schema);
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
          Schema.Field target = schema.getField(field.getJsonName());
          if (field.isRepeated() || !field.hasPresence() || message.hasField(field)) {
            made.put(target.pos(), value(message.getField(field), target.schema()));
          }
        }
        yield made;
      }
      default -> found;
    };
  }
}
