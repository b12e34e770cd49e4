// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.graph.SegueCodec;
import dev.segue.grpc.SegueBytes;
import dev.segue.grpc.SegueMarshaller;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import io.grpc.MethodDescriptor.Marshaller;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The messages of calls, and the marshaller of a library for them.
///
/// @param library `segue`, `segue-handed-on`, `protobuf`, `fory` or `kryo`
/// @param content a number of bytes, or the name of a [Workload]
record CallMessage(String library, String content) {
  /// All libraries.
  static final List<String> LIBRARIES =
      List.of("segue", "segue-handed-on", "protobuf", "fory", "kryo");

  /// Bytes that are a message by themselves, which an echo hands on as they came: protobuf's
  /// `ByteString` is handed on, too.
  static final String HANDED_ON = "segue-handed-on";

  private static final String PROTOBUF = "protobuf";

  /// Returns whether the library can send the content.
  boolean isPossible() {
    return isOfBytes() || !library.equals(HANDED_ON);
  }

  /// Returns whether the content is a number of bytes.
  boolean isOfBytes() {
    return Character.isDigit(content.charAt(0));
  }

  /// Creates the message.
  Object create() {
    if (isOfBytes()) {
      byte[] bytes = new byte[Integer.parseInt(content)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (31 * i);
      }
      return switch (library) {
        case PROTOBUF -> ProtobufMessages.ofBytes(bytes);
        case HANDED_ON -> SegueBytes.wrap(bytes);
        default -> bytes;
      };
    }
    Object object = Workload.valueOf(content).create();
    return library.equals(PROTOBUF) ? ProtobufMessages.of(object) : object;
  }

  /// Returns whether a message has arrived unchanged.
  static boolean areEqual(Object sent, Object received) {
    return sent instanceof byte[] bytes
        ? received instanceof byte[] others && Arrays.equals(bytes, others)
        : Objects.equals(sent, received);
  }

  /// Creates the marshaller.
  @SuppressWarnings("unchecked") // the message has this type
  Marshaller<Object> marshaller() {
    List<Class<?>> userTypes = isOfBytes() ? List.of() : Workload.valueOf(content).userTypes();
    Class<?> type = isOfBytes() ? byte[].class : userTypes.getFirst();
    return switch (library) {
      case "segue" -> {
        // Interpreted objects would still be on their way to compiled code while calls are
        // measured.
        Serializer serializer = SegueCodec.compiled(userTypes).build();
        yield (Marshaller<Object>) SegueMarshaller.of(serializer, type);
      }
      case HANDED_ON -> (Marshaller<Object>) (Marshaller<?>) SegueBytes.marshaller();
      case PROTOBUF -> ProtobufMessages.marshaller(create());
      default -> {
        ThreadLocal<ByteArrays> arrays =
            ThreadLocal.withInitial(() -> ByteArrays.open(library, userTypes, type));
        yield new ArrayMarshaller(arrays::get);
      }
    };
  }

  /// Returns the JVM flags that the library's documentation recommends.
  List<String> jvmFlags() {
    return switch (library) {
      case PROTOBUF, HANDED_ON -> List.of();
      default -> GraphLibraries.jvmFlags(library);
    };
  }
}
