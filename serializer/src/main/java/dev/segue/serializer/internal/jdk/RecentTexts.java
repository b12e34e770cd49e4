// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

/// A small cache of immutable values, such as zones and locales, by the text that they are created
/// from. Values with long texts are not cached, so that no payload can exhaust memory.
///
/// @param <T> the type of the values
final class RecentTexts<T> implements From<String, T> {

  private static final int MAX_LENGTH = 64;

  private final From<String, ? extends T> maker;
  private final Recent<String, T> recent = new Recent<>();

  RecentTexts(From<String, ? extends T> maker) {
    this.maker = maker;
  }

  @Override
  public T make(String text) throws Exception {
    T known = recent.find(text);
    if (known != null) {
      return known;
    }
    T value = maker.make(text);
    return text.length() <= MAX_LENGTH ? recent.keep(text, value) : value;
  }
}
