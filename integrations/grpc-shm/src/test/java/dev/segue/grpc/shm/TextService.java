// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A service with one method whose messages are text.
final class TextService {

  static final MethodDescriptor<String, String> UNARY = method(MethodType.UNARY);
  static final MethodDescriptor<String, String> SERVER_STREAM = method(MethodType.SERVER_STREAMING);
  static final MethodDescriptor<String, String> CLIENT_STREAM = method(MethodType.CLIENT_STREAMING);
  static final MethodDescriptor<String, String> BIDI = method(MethodType.BIDI_STREAMING);

  private TextService() {}

  private static MethodDescriptor<String, String> method(MethodType type) {
    return MethodDescriptor.<String, String>newBuilder()
        .setType(type)
        .setFullMethodName("Texts/" + type)
        .setRequestMarshaller(new Text())
        .setResponseMarshaller(new Text())
        .build();
  }

  static ServerServiceDefinition of(
      MethodDescriptor<String, String> method, ServerCallHandler<String, String> handler) {
    return ServerServiceDefinition.builder(
            ServiceDescriptor.newBuilder("Texts").addMethod(method).build())
        .addMethod(ServerMethodDefinition.create(method, handler))
        .build();
  }

  /// A marshaller without any knowledge of shared memory.
  static final class Text implements MethodDescriptor.Marshaller<String> {

    private static final class Bytes extends ByteArrayInputStream implements KnownLength {
      Bytes(byte[] bytes) {
        super(bytes);
      }
    }

    @Override
    public InputStream stream(String value) {
      return new Bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
