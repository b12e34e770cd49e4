// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

/// Adds `Optional` and atomic references.
@SuppressWarnings({
  "unchecked",
  "rawtypes",
  "NullAway" // a missing part fails where it is used
})
final class HolderTypes {

  private HolderTypes() {}

  static void addTo(Catalog catalog) {
    catalog.parts(
        135,
        Optional.class,
        1,
        optional -> new Object[] {optional.orElse(null)},
        parts -> Optional.ofNullable(parts[0]));
    catalog.add(177, AtomicReference.class, new ReferenceCodec(catalog.values()));
    catalog.add(178, AtomicReferenceArray.class, new ReferenceArrayCodec(catalog.values()));
    catalog.parts(
        193,
        AtomicStampedReference.class,
        2,
        reference -> {
          int[] stamp = new int[1];
          return new Object[] {reference.get(stamp), stamp[0]};
        },
        parts -> new AtomicStampedReference<>(parts[0], (int) parts[1]));
    catalog.parts(
        194,
        AtomicMarkableReference.class,
        2,
        reference -> {
          boolean[] mark = new boolean[1];
          return new Object[] {reference.get(mark), mark[0]};
        },
        parts -> new AtomicMarkableReference<>(parts[0], (boolean) parts[1]));
  }
}
