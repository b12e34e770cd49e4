// SPDX-License-Identifier: Apache-2.0

/// A typical application for the tests, without any reference to Segue.
@NullMarked
package dev.segue.spring.boot.shop;

import org.jspecify.annotations.NullMarked;
