// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

/// Creates a value from the values or bytes that it consists of; throws an exception if they are
/// not valid.
///
/// @param <S> the type of the source
/// @param <T> the type of the value
@FunctionalInterface
interface From<S, T> {
  T make(S source) throws Exception;
}
