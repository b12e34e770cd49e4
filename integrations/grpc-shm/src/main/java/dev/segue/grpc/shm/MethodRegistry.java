// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.HandlerRegistry;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The methods of a server, with its interceptors.
final class MethodRegistry {

  private final List<ServerServiceDefinition> services;
  private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();
  private final @Nullable HandlerRegistry fallback;
  private final List<ServerInterceptor> interceptors;

  /// @param interceptors the last one is called first
  MethodRegistry(
      Collection<ServerServiceDefinition> services,
      @Nullable HandlerRegistry fallback,
      List<ServerInterceptor> interceptors) {
    this.services = List.copyOf(services);
    this.fallback = fallback;
    this.interceptors = List.copyOf(interceptors);
    for (ServerServiceDefinition service : services) {
      for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
        methods.put(method.getMethodDescriptor().getFullMethodName(), intercepted(method));
      }
    }
  }

  private <Q, R> ServerMethodDefinition<Q, R> intercepted(ServerMethodDefinition<Q, R> method) {
    ServerCallHandler<Q, R> handler = method.getServerCallHandler();
    for (ServerInterceptor interceptor : interceptors) {
      ServerCallHandler<Q, R> next = handler;
      handler = (call, headers) -> interceptor.interceptCall(call, headers, next);
    }
    return method.withServerCallHandler(handler);
  }

  /// Returns a method that was known when the server was built.
  @Nullable ServerMethodDefinition<?, ?> find(String name) {
    return methods.get(name);
  }

  /// Looks up a method in the fallback registry, which may take a while.
  @Nullable ServerMethodDefinition<?, ?> findElsewhere(String name, String authority) {
    ServerMethodDefinition<?, ?> found =
        fallback == null ? null : fallback.lookupMethod(name, authority);
    return found == null ? null : intercepted(found);
  }

  List<ServerServiceDefinition> services() {
    return services;
  }

  List<ServerServiceDefinition> fallbackServices() {
    return fallback == null ? List.of() : fallback.getServices();
  }
}
