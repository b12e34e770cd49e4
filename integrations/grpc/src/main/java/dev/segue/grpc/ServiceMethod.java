// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.grpc.MessageKind.Messages;
import dev.segue.serializer.Serializer;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A method of a service's interface, with its gRPC descriptor.
///
/// @param method the method in Java
/// @param requests the form of its requests
/// @param responses the form of its responses
/// @param descriptor the method in gRPC
record ServiceMethod(
    Method method,
    MessageKind requests,
    MessageKind responses,
    MethodDescriptor<Object, Object> descriptor) {

  /// Describes a method.
  ///
  /// @param type the interface of the service, which inherits the method or declares it
  /// @param service the name of its service in gRPC
  /// @throws IllegalArgumentException if it cannot be bound, with the method and the reason
  static ServiceMethod of(Method method, Class<?> type, String service, Serializer serializer) {
    if (method.getTypeParameters().length > 0) {
      throw refused(method, "it has type parameters of its own");
    }
    TypeArguments arguments = new TypeArguments(type);
    Type[] parameters =
        Arrays.stream(method.getGenericParameterTypes())
            .map(arguments::resolve)
            .toArray(Type[]::new);
    Messages returned =
        messages(method, arguments.resolve(method.getGenericReturnType()), "its result");
    Messages requests;
    Messages responses;
    if (returned.kind() == MessageKind.OBSERVER) {
      requests = returned;
      responses = observed(method, parameters, 0);
      requireCount(method, parameters, 1);
    } else if (returned.kind() == MessageKind.NONE && endsWithObserver(method)) {
      int last = parameters.length - 1;
      requests = single(method, Arrays.copyOf(parameters, last));
      responses = observed(method, parameters, last);
      requireCount(method, parameters, 2);
      if (requests.kind().isStream()) {
        throw refused(
            method,
            "it takes a stream of requests and a StreamObserver; return a StreamObserver of requests,"
                + " or a stream of responses");
      }
    } else {
      requests = single(method, parameters);
      responses = returned;
      requireCount(method, parameters, Math.min(1, parameters.length));
    }
    MessageTypes types = new MessageTypes(method, serializer);
    MethodDescriptor<Object, Object> descriptor =
        MethodDescriptor.newBuilder(
                types.marshaller(requests.type(), "its request"),
                types.marshaller(responses.type(), "its response"))
            .setType(type(requests.kind(), responses.kind()))
            .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name(method)))
            .build();
    return new ServiceMethod(method, requests.kind(), responses.kind(), descriptor);
  }

  /// The request of a method, or its stream of requests: the first parameter, if there is one.
  private static Messages single(Method method, Type[] parameters) {
    if (parameters.length == 0) {
      return new Messages(MessageKind.NONE, void.class);
    }
    Messages requests = messages(method, parameters[0], "its parameter");
    if (requests.kind() == MessageKind.FUTURE || requests.kind() == MessageKind.OBSERVER) {
      throw refused(
          method,
          "its parameter is a "
              + method.getParameterTypes()[0].getSimpleName()
              + "; take a message, an Iterator or a Flow.Publisher, or return a StreamObserver of"
              + " requests");
    }
    return requests;
  }

  private static Messages observed(Method method, Type[] parameters, int index) {
    Messages responses =
        parameters.length > index
            ? messages(method, parameters[index], "its StreamObserver")
            : new Messages(MessageKind.NONE, void.class);
    if (responses.kind() != MessageKind.OBSERVER) {
      throw refused(
          method,
          "it returns a StreamObserver of requests, and takes no StreamObserver of responses");
    }
    return responses;
  }

  private static boolean endsWithObserver(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length > 0
        && MessageKind.of(parameters[parameters.length - 1]) == MessageKind.OBSERVER;
  }

  private static void requireCount(Method method, Type[] parameters, int count) {
    if (parameters.length > count) {
      throw refused(
          method,
          "it has %d parameters, and a call has one message; make them the components of a record"
              .formatted(parameters.length));
    }
  }

  private static Messages messages(Method method, Type type, String what) {
    Class<?> raw = TypeArguments.erasure(type);
    MessageKind kind = MessageKind.of(raw);
    if (!kind.isWrapped()) {
      return new Messages(kind, kind == MessageKind.NONE ? void.class : type);
    }
    if (!(type instanceof ParameterizedType generic)) {
      throw refused(
          method, "%s is a %s without a type argument".formatted(what, raw.getSimpleName()));
    }
    Type argument = generic.getActualTypeArguments()[0];
    if (kind.isStream() && argument == Void.class) {
      throw refused(method, what + " is a stream of Void, and gRPC sends no null");
    }
    return new Messages(kind, argument == Void.class ? void.class : argument);
  }

  private static MethodType type(MessageKind requests, MessageKind responses) {
    if (requests.isStream()) {
      return responses.isStream() ? MethodType.BIDI_STREAMING : MethodType.CLIENT_STREAMING;
    }
    return responses.isStream() ? MethodType.SERVER_STREAMING : MethodType.UNARY;
  }

  /// The name of a method in gRPC.
  static String name(Method method) {
    GrpcName name = method.getAnnotation(GrpcName.class);
    return name == null ? method.getName() : name.value();
  }

  /// Formats a method for errors: `Orders.place(Order)`.
  static String toString(Method method) {
    return method.getDeclaringClass().getSimpleName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  static IllegalArgumentException refused(Method method, String reason) {
    return new IllegalArgumentException("cannot bind " + toString(method) + " to gRPC: " + reason);
  }
}
