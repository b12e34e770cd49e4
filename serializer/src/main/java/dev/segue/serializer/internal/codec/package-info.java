// SPDX-License-Identifier: Apache-2.0

/// The interpreter: plain code that writes and reads values of any shape as the format document
/// describes them. Also the faster code that generated codecs call. The interpreter is the test
/// oracle for generated code.
@NullMarked
package dev.segue.serializer.internal.codec;

import org.jspecify.annotations.NullMarked;
