// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.stub.StreamObserver;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

/// Checks the types of a method's messages: a type is refused if none of its objects can be sent.
///
/// @param method the method
/// @param serializer writes and reads the messages
record MessageTypes(Method method, Serializer serializer) {

  /// Types of objects that perform work and have no content, such as streams and iterators.
  private static final List<Class<?>> LIVE =
      List.of(
          BaseStream.class,
          Iterator.class,
          Spliterator.class,
          Enumeration.class,
          Future.class,
          CompletionStage.class,
          Flow.Publisher.class,
          Flow.Subscriber.class,
          StreamObserver.class,
          InputStream.class,
          OutputStream.class,
          Reader.class,
          Writer.class);

  /// The types whose type arguments are the types of their elements.
  private static final List<Class<?>> HOLDERS =
      List.of(Iterable.class, Map.class, Map.Entry.class, Optional.class);

  /// Creates the marshaller of a type of messages.
  ///
  /// @param what describes the messages, for errors
  @SuppressWarnings("unchecked") // a message is an object of its type
  Marshaller<Object> marshaller(Type type, String what) {
    if (type == void.class) {
      return (Marshaller<Object>) (Marshaller<?>) Empty.MARSHALLER;
    }
    if (type == SegueBytes.class) {
      return (Marshaller<Object>) (Marshaller<?>) SegueBytes.marshaller();
    }
    require(type, what);
    try {
      return (Marshaller<Object>) SegueMarshaller.of(serializer, TypeRef.of(type));
    } catch (IllegalArgumentException e) {
      throw ServiceMethod.refused(method, what + " " + e.getMessage());
    }
  }

  /// Checks a type, and the types of its declared elements.
  private void require(Type type, String what) {
    Class<?> raw = TypeArguments.erasure(type);
    requireContent(raw, what);
    requireKnown(raw, what);
    if (type instanceof GenericArrayType array) {
      require(array.getGenericComponentType(), "the element of " + what);
    } else if (raw.isArray()) {
      require(raw.getComponentType(), "the element of " + what);
    } else if (type instanceof ParameterizedType generic
        && raw.getName().startsWith("java.")
        && HOLDERS.stream().anyMatch(holder -> holder.isAssignableFrom(raw))) {
      for (Type argument : generic.getActualTypeArguments()) {
        require(argument, "the element of " + what);
      }
    }
  }

  private void requireContent(Class<?> raw, String what) {
    if (LIVE.stream().noneMatch(live -> live.isAssignableFrom(raw))
        || (!Modifier.isAbstract(raw.getModifiers()) && isKnown(raw))) {
      return;
    }
    String advice =
        MessageKind.of(raw) != MessageKind.ONE
            ? "a call has one stream or one future for each direction, which hold messages"
            : Future.class.isAssignableFrom(raw) || CompletionStage.class.isAssignableFrom(raw)
                ? "for a later result, declare a CompletableFuture"
                : "for a stream of messages, declare an Iterator or a Flow.Publisher";
    throw ServiceMethod.refused(
        method,
        "%s has the type %s, which is no message; %s".formatted(what, raw.getSimpleName(), advice));
  }

  private boolean isKnown(Class<?> raw) {
    try {
      String _ = serializer.explain(raw);
      return true;
    } catch (SerializationException _) {
      return false;
    }
  }

  /// Checks that a class without possible subclasses is registered.
  private void requireKnown(Class<?> raw, String what) {
    if (raw.isPrimitive() || raw.isArray() || !Modifier.isFinal(raw.getModifiers())) {
      return;
    }
    try {
      String _ = serializer.explain(raw);
    } catch (SerializationException e) {
      throw ServiceMethod.refused(
          method, "%s cannot be serialized: %s".formatted(what, e.getMessage()));
    }
  }
}
