// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import com.google.protobuf.Message;
import dev.segue.benchmark.everyday.FlatEvent;
import dev.segue.benchmark.everyday.Manual;
import dev.segue.benchmark.rpc.ProtobufMessages;
import dev.segue.benchmark.rpc.protobuf.FlatEventMessage;
import dev.segue.benchmark.rpc.protobuf.ManualMessage;
import dev.segue.benchmark.rpc.protobuf.MediaContentMessage;
import dev.segue.workload.Workload;
import java.util.List;

/// The values of records.
public enum RecordObject {
  /// Business objects, enums, lists and strings.
  MEDIA_CONTENT,

  /// Twelve fields.
  FLAT_EVENT,

  /// A document of 50 KB.
  MANUAL;

  Object create() {
    return switch (this) {
      case MEDIA_CONTENT -> Workload.MEDIA_CONTENT.create();
      case FLAT_EVENT -> FlatEvent.populated();
      case MANUAL -> Manual.populated();
    };
  }

  /// Returns the classes to register, the value's class first.
  List<Class<?>> userTypes() {
    return switch (this) {
      case MEDIA_CONTENT -> Workload.MEDIA_CONTENT.userTypes();
      case FLAT_EVENT -> List.of(FlatEvent.class);
      case MANUAL -> List.of(Manual.class, Manual.Chapter.class);
    };
  }

  /// Creates the message of protobuf with the same content.
  Message message() {
    Message.Builder builder =
        switch (this) {
          case MEDIA_CONTENT -> MediaContentMessage.newBuilder();
          case FLAT_EVENT -> FlatEventMessage.newBuilder();
          case MANUAL -> ManualMessage.newBuilder();
        };
    return ProtobufMessages.fill(builder, create());
  }
}
