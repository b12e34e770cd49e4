// SPDX-License-Identifier: Apache-2.0

/// The JDK's types one by one, each in a class that has no other fields.
@NullMarked
package dev.segue.benchmark.jdktype;

import org.jspecify.annotations.NullMarked;
