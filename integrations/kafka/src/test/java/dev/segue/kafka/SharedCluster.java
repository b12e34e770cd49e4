// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Provides tests with one cluster of one broker, which no test stops.
final class SharedCluster implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(
            ExtensionContext.StoreScope.LAUNCHER_SESSION,
            ExtensionContext.Namespace.create(SharedCluster.class))
        .computeIfAbsent(TestCluster.class, _ -> TestCluster.start(1), TestCluster.class);
  }
}
