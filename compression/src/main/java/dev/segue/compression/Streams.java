// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

/// What the codecs' streams have in common.
final class Streams {

  private Streams() {}

  static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("there is no stream form of " + what);
  }
}
