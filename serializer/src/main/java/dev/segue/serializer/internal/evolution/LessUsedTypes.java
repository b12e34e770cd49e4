// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.jdk.JdkTypes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.TypesOnDemand;
import java.util.function.Supplier;

/// The types that a registry of a serializer adds on demand: the JDK's, and the type that holds
/// values of unknown classes.
///
/// @param schemas the schemas of the serializer
public record LessUsedTypes(Supplier<SchemaCache> schemas) implements TypesOnDemand {

  @Override
  public void addFrequent(TypeRegistry registry) {
    JdkTypes.addFrequent(registry);
  }

  @Override
  public void addOthers(TypeRegistry registry) {
    JdkTypes.addOthers(registry);
    schemas.get().addTo(registry);
  }

  @Override
  public boolean includes(Class<?> type) {
    return type == schemas.get().settings().kept().type();
  }
}
