// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// The encoding of strings with characters beyond Latin-1. All other strings take one byte per
/// character. Later versions may add constants: a `switch` needs a `default`.
///
/// @see SerializerBuilder#stringEncoding
public enum StringEncoding {
  /// Two bytes per character: the fastest encoding, and exact for every string.
  UTF_16,
  /// UTF-8: smaller for text that is mostly ASCII. A string with lone surrogates, which UTF-8
  /// cannot encode, is written as UTF-16.
  UTF_8
}
