// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import java.util.concurrent.atomic.AtomicLongArray;

/// A set of fingerprints of limited size, which evicts members. Thread-safe.
final class FingerprintSet {

  private static final int PLACES = 1 << 11;

  /// Each fingerprint has one place, which a later fingerprint can overwrite. Zero marks a free
  /// place.
  private final AtomicLongArray places = new AtomicLongArray(PLACES);

  boolean contains(long fingerprint) {
    return places.getOpaque(place(fingerprint)) == fingerprint && fingerprint != 0;
  }

  void add(long fingerprint) {
    places.setOpaque(place(fingerprint), fingerprint);
  }

  private static int place(long fingerprint) {
    return (int) fingerprint & PLACES - 1;
  }
}
