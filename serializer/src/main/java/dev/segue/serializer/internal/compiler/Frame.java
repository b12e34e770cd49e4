// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

/// The local variables of a method that reads or writes values with slots.
///
/// @param current the position of the next value
/// @param end the end of the memory that values may take
/// @param depth the number of nesting levels left
/// @param base the position that slots count from
record Frame(int memory, int current, int end, int depth, int base, int session) {}
