// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

/// The exception of formats without a stream form.
final class Streams {

  private Streams() {}

  static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("there is no stream form of " + what);
  }
}
