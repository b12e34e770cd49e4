// SPDX-License-Identifier: Apache-2.0

/// Objects of the types that business code is made of: identifiers, dates, decimals, records, enum
/// sets and maps, and many strings.
@NullMarked
package dev.segue.benchmark.everyday;

import org.jspecify.annotations.NullMarked;
