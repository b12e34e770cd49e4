// SPDX-License-Identifier: Apache-2.0

/// The example: an application with caches and sessions in Redis.
@NullMarked
package dev.segue.spring.shop;

import org.jspecify.annotations.NullMarked;
