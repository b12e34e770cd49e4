// SPDX-License-Identifier: Apache-2.0

/// Shows wire layouts and payloads as text. Creates no objects of registered classes and runs none
/// of their code.
@NullMarked
package dev.segue.serializer.internal.inspect;

import org.jspecify.annotations.NullMarked;
