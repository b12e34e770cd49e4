// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// An interface, to be left out.
public interface Animal {

  /// An annotation, to be left out.
  @interface Tame {}
}
