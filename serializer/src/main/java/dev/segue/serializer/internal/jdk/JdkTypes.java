// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.registry.TypeRegistry;

/// Adds the JDK types that need no registration, except the types that every serializer knows from
/// the start.
public final class JdkTypes {

  private JdkTypes() {}

  /// Adds the types that many programs use to a registry.
  public static void addFrequent(TypeRegistry registry) {
    Catalog catalog = new Catalog(registry);
    FixedTypes.addFrequent(catalog);
    TimeTypes.addFrequent(catalog);
    NumberTypes.addFrequent(catalog);
  }

  /// Adds the other types to a registry.
  public static void addOthers(TypeRegistry registry) {
    Catalog catalog = new Catalog(registry);
    FixedTypes.addTo(catalog);
    TimeTypes.addTo(catalog);
    TextTypes.addTo(catalog);
    NumberTypes.addTo(catalog);
    HolderTypes.addTo(catalog);
    CollectionTypes.addTo(catalog);
    WrapperTypes.addTo(catalog);
    MemoryTypes.addTo(catalog);
    CalendarTypes.addTo(catalog);
    if (SqlTypes.arePresent()) {
      SqlTypes.addTo(catalog);
    }
    ThrowableTypes.addTo(catalog);
  }
}
