// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.segue.benchmark.rpc.protobuf.BytesMessage;
import dev.segue.benchmark.rpc.protobuf.MediaContentMessage;
import dev.segue.benchmark.rpc.protobuf.StructMessage;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.protobuf.ProtoUtils;
import java.util.List;

/// The messages of protobuf that have the content of the other libraries' objects. They are created
/// once: their users have no other objects.
public final class ProtobufMessages {
  private ProtobufMessages() {}

  static Message ofBytes(byte[] content) {
    return BytesMessage.newBuilder().setContent(ByteString.copyFrom(content)).build();
  }

  static Message of(Object object) {
    return switch (object) {
      case MediaContent _ -> fill(MediaContentMessage.newBuilder(), object);
      case Struct _ -> fill(StructMessage.newBuilder(), object);
      default -> throw new IllegalArgumentException("no message for " + object.getClass());
    };
  }

  /// Returns gRPC's marshaller for messages of the same type.
  @SuppressWarnings("unchecked") // all messages have this type
  static Marshaller<Object> marshaller(Object message) {
    Message type = ((Message) message).getDefaultInstanceForType();
    return (Marshaller<Object>) (Marshaller<?>) ProtoUtils.marshaller(type);
  }

  /// Fills a message with the fields of an object, which have the names of the message's.
  public static Message fill(Message.Builder message, Object object) {
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      Object value;
      try {
        value = object.getClass().getField(field.getJsonName()).get(object);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      if (value instanceof List<?> elements) {
        elements.forEach(
            element -> message.addRepeatedField(field, value(message, field, element)));
      } else if (value != null) {
        message.setField(field, value(message, field, value));
      }
    }
    return message.build();
  }

  private static Object value(Message.Builder message, FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> fill(message.newBuilderForField(field), value);
      case ENUM -> field.getEnumType().findValueByName(((Enum<?>) value).name());
      default -> value;
    };
  }
}
