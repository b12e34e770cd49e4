// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// An interface, which is skipped.
public interface Animal {

  /// An annotation, which is skipped.
  @interface Tame {}
}
