// SPDX-License-Identifier: Apache-2.0

/// The types of the JDK: how each stands on the wire, and how it is made again. Each number and
/// layout is in `docs/format.md`.
@NullMarked
package dev.segue.serializer.types;

import org.jspecify.annotations.NullMarked;
