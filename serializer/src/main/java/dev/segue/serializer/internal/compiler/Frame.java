// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

/// The locals of a method that reads or writes values that have slots.
///
/// @param current the position of the next value
/// @param end the end of the memory that values may take
/// @param depth how many more levels may be nested
/// @param base the position that slots count from
record Frame(int memory, int current, int end, int depth, int base, int session) {}
