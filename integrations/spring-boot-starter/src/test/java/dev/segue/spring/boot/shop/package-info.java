// SPDX-License-Identifier: Apache-2.0

/// An application as users write it, for the tests: it knows nothing of Segue.
@NullMarked
package dev.segue.spring.boot.shop;

import org.jspecify.annotations.NullMarked;
