// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A gRPC service defined by a plain Java interface, without a `.proto` file or generated code.
///
/// {@snippet :
/// interface Orders {
///   Receipt place(Order order);
///   Iterator<Quote> quotes(Query query);
/// }
/// SegueService<Orders> orders = SegueService.of(Orders.class, serializer);
/// Server server = builder.addService(orders.bind(new OrdersOfShop())).build();
/// Orders client = orders.client(channel);
/// }
///
/// **Methods.** Requests are parameters and responses are results, of any type that the serializer
/// supports:
///
/// | | one response | stream of responses |
/// |---|---|---|
/// | one request, or none | `R m(Q)`, `CompletableFuture<R> m(Q)` | `Iterator<R> m(Q)`, `Flow.Publisher<R> m(Q)`, `void m(Q, StreamObserver<R>)` |
/// | stream of requests | `R m(Iterator<Q>)`, `CompletableFuture<R> m(Iterator<Q>)` | `Iterator<R> m(Iterator<Q>)`, `StreamObserver<Q> m(StreamObserver<R>)` |
///
/// `Flow.Publisher<Q>` can replace `Iterator<Q>`, `CompletionStage` can replace
/// `CompletableFuture`, and `void` or `CompletableFuture<Void>` can replace a response, which is
/// then an empty message. Client and server may declare a method in different forms, as long as
/// streams remain streams. Default methods are not called remotely, nor are `equals`, `hashCode`
/// and `toString`. A super-interface may be generic: the interface determines the types of its type
/// variables.
///
/// **Names.** The service has the full name of the interface, and a method its own name, unless
/// [GrpcName] gives another name. Overloaded methods need such names.
///
/// **Threads.** On a server, methods run on its executor; methods that read a stream of requests or
/// return an iterator run in a virtual thread instead. On a client, an iterator of requests is read
/// in a virtual thread. Streams send no faster than the receiver reads, except through a
/// `StreamObserver`, which can be cast to gRPC's `CallStreamObserver`. A publisher of messages has
/// one subscriber. An iterator of responses that is not read to its end keeps its call open: end it
/// with a deadline, or with the cancellation of a [io.grpc.Context]. If a call ends while a thread
/// waits in an iterator that the call reads, the thread is interrupted. A server closes an iterator
/// that a method has returned if it is [AutoCloseable].
///
/// **Errors.** A client gets a [io.grpc.StatusRuntimeException]: as the result of a future, or from
/// methods and iterators. A method that throws a [io.grpc.StatusRuntimeException] or
/// [io.grpc.StatusException] determines the status of the call; other exceptions become `UNKNOWN`
/// without a description, and are logged by the logger `dev.segue.grpc`. An unreadable request, a
/// null result and a null message of a stream become `INTERNAL` with a description.
///
/// Immutable and thread-safe. Everything else, such as deadlines, interceptors, credentials and
/// metadata, is gRPC's.
///
/// @param <T> the interface
public final class SegueService<T> {

  private final Class<T> type;
  private final ServiceDescriptor descriptor;

  /// Keyed by declaration, because several interfaces may declare a method.
  private final Map<Method, ServiceMethod> methods;

  private final Map<Method, MethodHandle> defaults;

  private SegueService(
      Class<T> type,
      String name,
      Map<Method, ServiceMethod> methods,
      Map<Method, MethodHandle> defaults) {
    this.type = type;
    this.methods = Map.copyOf(methods);
    this.defaults = Map.copyOf(defaults);
    ServiceDescriptor.Builder builder = ServiceDescriptor.newBuilder(name);
    methods.values().stream().distinct().forEach(method -> builder.addMethod(method.descriptor()));
    this.descriptor = builder.build();
  }

  /// Creates the service of an interface.
  ///
  /// @param type the interface. In a named module, its package must be open to this one
  /// @param serializer writes and reads the messages; the peer registers the same classes
  /// @param <T> the interface
  /// @return the service
  /// @throws IllegalArgumentException if a method cannot be bound, with the method and the reason
  public static <T> SegueService<T> of(Class<T> type, Serializer serializer) {
    Objects.requireNonNull(serializer, "serializer");
    if (!type.isInterface()) {
      throw new IllegalArgumentException(type.getName() + " is not an interface");
    }
    if (type.isSealed()) {
      throw new IllegalArgumentException(
          type.getName() + " is sealed, so no client can implement it");
    }
    GrpcName given = type.getAnnotation(GrpcName.class);
    String name = given == null ? type.getName().replace('$', '.') : given.value();
    Map<Method, ServiceMethod> methods = new LinkedHashMap<>();
    Map<String, Method> names = new HashMap<>();
    InterfaceMethods found = new InterfaceMethods(type);
    for (InterfaceMethods.Remote remote : found.remote()) {
      Method method = remote.method();
      ServiceMethod described = ServiceMethod.of(method, type, name, serializer);
      Method other = names.put(described.descriptor().getFullMethodName(), method);
      if (other != null) {
        throw ServiceMethod.refused(
            method,
            "%s has the same name; give one of them another with @GrpcName"
                .formatted(ServiceMethod.toString(other)));
      }
      remote.declarations().forEach(declaration -> methods.put(declaration, described));
    }
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(type.getName() + " has no methods to bind");
    }
    return new SegueService<>(type, name, methods, found.defaults());
  }

  /// Returns gRPC's descriptor of the service, with all methods of the interface.
  ///
  /// @return the descriptor that clients use
  public ServiceDescriptor descriptor() {
    return descriptor;
  }

  /// Binds an implementation, for [io.grpc.ServerBuilder#addService(ServerServiceDefinition)].
  ///
  /// Interceptors see a request that cannot be read as an object of an internal class of this
  /// package.
  ///
  /// @param implementation called by many threads at once
  /// @return the service of a server
  public ServerServiceDefinition bind(T implementation) {
    Objects.requireNonNull(implementation, "implementation");
    ServiceDescriptor.Builder service = ServiceDescriptor.newBuilder(descriptor.getName());
    Map<ServiceMethod, MethodDescriptor<Object, Object>> descriptors = new LinkedHashMap<>();
    for (ServiceMethod method : Set.copyOf(methods.values())) {
      MethodDescriptor<Object, Object> tolerant = ServerBinding.descriptor(method);
      descriptors.put(method, tolerant);
      service.addMethod(tolerant);
    }
    ServerServiceDefinition.Builder bound = ServerServiceDefinition.builder(service.build());
    descriptors.forEach((method, tolerant) ->
        bound.addMethod(new ServerBinding(method, implementation).definition(tolerant)));
    return bound.build();
  }

  /// Creates a client with default options.
  ///
  /// @param channel carries the calls
  /// @return an object whose methods are calls; thread-safe
  public T client(Channel channel) {
    return client(channel, CallOptions.DEFAULT);
  }

  /// Creates a client.
  ///
  /// @param channel carries the calls
  /// @param options options of each call, such as a compressor. A deadline is a point in time: set
  ///   it in an interceptor, or create a client for each deadline, which is cheap
  /// @return an object whose methods are calls; thread-safe
  public T client(Channel channel, CallOptions options) {
    ClientBinding binding = new ClientBinding(type, methods, defaults, channel, options);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, binding));
  }

  /// Describes the service.
  ///
  /// @return a text with the interface and its name in gRPC; the format may change
  @Override
  public String toString() {
    return "SegueService[%s, %s]".formatted(type.getName(), descriptor.getName());
  }
}
