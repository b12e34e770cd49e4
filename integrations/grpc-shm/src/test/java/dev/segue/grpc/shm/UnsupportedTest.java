// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InternalManagedChannelBuilder;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Builder methods that are not supported.
final class UnsupportedTest {

  private static final Path PATH = Path.of("/dev/shm/unused");
  private final ShmChannelBuilder channel = ShmChannelBuilder.forPath(PATH);
  private final ShmServerBuilder server = ShmServerBuilder.forPath(PATH);

  @FunctionalInterface
  private interface Asked {
    Object ask() throws Exception;
  }

  private static void requireUnsupported(Asked... all) {
    for (Asked asked : all) {
      UnsupportedOperationException e =
          assertThrows(UnsupportedOperationException.class, asked::ask);
      assertTrue(String.valueOf(e.getMessage()).contains("shared memory has no "), e::toString);
      assertFalse(String.valueOf(e.getMessage()).contains("has no a "), e::toString);
    }
  }

  @Test
  @SuppressWarnings({"deprecation", "DataFlowIssue", "NullAway"})
  void unsupportedChannelSettingsThrow() {
    requireUnsupported(
        channel::useTransportSecurity,
        () -> channel.nameResolverFactory(null),
        () -> channel.setNameResolverArg(null, null),
        () -> channel.defaultLoadBalancingPolicy("round_robin"),
        () -> channel.defaultServiceConfig(Map.of()),
        () -> channel.maxRetryAttempts(2),
        () -> channel.maxHedgedAttempts(2),
        () -> channel.retryBufferSize(1),
        () -> channel.perRpcBufferLimit(1),
        () -> channel.setBinaryLog(null),
        () -> channel.maxTraceEvents(1),
        () -> channel.proxyDetector(null),
        () -> InternalManagedChannelBuilder.addMetricSink(channel, null),
        () -> InternalManagedChannelBuilder.interceptWithTarget(channel, null));
  }

  @Test
  @SuppressWarnings("NullAway")
  void unsupportedServerSettingsThrow() {
    requireUnsupported(
        () -> server.useTransportSecurity((File) null, null),
        () -> server.useTransportSecurity((InputStream) null, null),
        () -> server.maxConnectionIdle(1, TimeUnit.SECONDS),
        () -> server.maxConnectionAge(1, TimeUnit.SECONDS),
        () -> server.maxConnectionAgeGrace(1, TimeUnit.SECONDS),
        () -> server.setBinaryLog(null),
        () -> server.addMetricSink(null));
  }

  @Test
  void nothingIsIgnoredSilently() {
    // Methods that are not overridden throw in gRPC's own class, or call another method: the
    // configurator is newer than the oldest version of gRPC that this library supports.
    assertEquals(
        Set.of("childChannelConfigurator"),
        missing(ManagedChannelBuilder.class, ShmChannelBuilder.class));
    assertEquals(Set.of("addServices"), missing(ServerBuilder.class, ShmServerBuilder.class));
    assertThrows(
        UnsupportedOperationException.class, () -> channel.childChannelConfigurator(_ -> {}));
  }

  private static Set<String> missing(Class<?> builder, Class<?> own) {
    Set<String> names = new TreeSet<>();
    for (Method method : builder.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())
          && !Modifier.isStatic(method.getModifiers())
          && !method.isSynthetic()
          && Arrays.stream(own.getDeclaredMethods())
              .noneMatch(candidate ->
                  candidate.getName().equals(method.getName())
                      && candidate.getParameterCount() == method.getParameterCount())) {
        names.add(method.getName());
      }
    }
    return names;
  }
}
