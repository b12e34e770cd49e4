// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.segue.benchmark.rpc.protobuf.BytesMessage;
import dev.segue.benchmark.rpc.protobuf.ImageMessage;
import dev.segue.benchmark.rpc.protobuf.MediaContentMessage;
import dev.segue.benchmark.rpc.protobuf.MediaMessage;
import dev.segue.benchmark.rpc.protobuf.StructMessage;
import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.protobuf.ProtoUtils;
import java.util.List;
import java.util.Objects;

/// Protobuf messages with the content of the other libraries' objects. They are created once,
/// because users of protobuf have no other objects.
final class ProtobufMessages {
  private ProtobufMessages() {}

  static Message ofBytes(byte[] content) {
    return BytesMessage.newBuilder().setContent(ByteString.copyFrom(content)).build();
  }

  static Message of(Object object) {
    return switch (object) {
      case MediaContent content -> of(content);
      case Struct struct -> of(struct);
      default -> throw new IllegalArgumentException("no message for " + object.getClass());
    };
  }

  /// Returns gRPC's marshaller for messages of the same type.
  @SuppressWarnings("unchecked") // all messages have this type
  static Marshaller<Object> marshaller(Object message) {
    Message type = ((Message) message).getDefaultInstanceForType();
    return (Marshaller<Object>) (Marshaller<?>) ProtoUtils.marshaller(type);
  }

  private static Message of(Struct struct) {
    StructMessage.Builder message = StructMessage.newBuilder();
    for (FieldDescriptor field : StructMessage.getDescriptor().getFields()) {
      try {
        message.setField(field, Struct.class.getField(field.getName()).get(struct));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return message.build();
  }

  private static Message of(MediaContent content) {
    MediaContentMessage.Builder message =
        MediaContentMessage.newBuilder().setMedia(of(Objects.requireNonNull(content.media)));
    for (Image image : Objects.requireNonNullElse(content.images, List.<Image>of())) {
      message.addImages(of(image));
    }
    return message.build();
  }

  private static MediaMessage of(Media media) {
    MediaMessage.Builder message =
        MediaMessage.newBuilder()
            .setWidth(media.width)
            .setHeight(media.height)
            .setDuration(media.duration)
            .setSize(media.size)
            .setBitrate(media.bitrate)
            .setHasBitrate(media.hasBitrate)
            .addAllPersons(Objects.requireNonNullElse(media.persons, List.<String>of()));
    if (media.uri != null) {
      message.setUri(media.uri);
    }
    if (media.title != null) {
      message.setTitle(media.title);
    }
    if (media.format != null) {
      message.setFormat(media.format);
    }
    if (media.player != null) {
      message.setPlayer(MediaMessage.Player.valueOf(media.player.name()));
    }
    if (media.copyright != null) {
      message.setCopyright(media.copyright);
    }
    return message.build();
  }

  private static ImageMessage of(Image image) {
    ImageMessage.Builder message =
        ImageMessage.newBuilder().setWidth(image.width).setHeight(image.height);
    if (image.uri != null) {
      message.setUri(image.uri);
    }
    if (image.title != null) {
      message.setTitle(image.title);
    }
    if (image.size != null) {
      message.setSize(ImageMessage.Size.valueOf(image.size.name()));
    }
    return message.build();
  }
}
