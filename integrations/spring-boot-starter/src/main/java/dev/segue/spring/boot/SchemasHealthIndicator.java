// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.serializer.SchemaRegistry;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// Asks the registry for a schema that it does not have: up if the registry answers within its
/// timeout.
final class SchemasHealthIndicator extends AbstractHealthIndicator {
  private static final long NO_FINGERPRINT = 0;

  private final SchemaRegistry schemas;

  SchemasHealthIndicator(SchemaRegistry schemas) {
    super("Segue's registry of schemas does not answer");
    this.schemas = schemas;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    byte[] _ = schemas.get(NO_FINGERPRINT);
    builder.up();
  }
}
