// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

/// Makes a value of what was read; what it throws says that nothing can be made of it.
///
/// @param <S> what was read
/// @param <T> the type
@FunctionalInterface
interface From<S, T> {
  T make(S source) throws Exception;
}
