// SPDX-License-Identifier: Apache-2.0

/// The classes of the examples in `docs/format.md`.
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
