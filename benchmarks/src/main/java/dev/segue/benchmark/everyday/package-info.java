// SPDX-License-Identifier: Apache-2.0

/// Objects of types that are common in business code: identifiers, dates, decimals, records, enum
/// sets and maps, and many strings.
@NullMarked
package dev.segue.benchmark.everyday;

import org.jspecify.annotations.NullMarked;
