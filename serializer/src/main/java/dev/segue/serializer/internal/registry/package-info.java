// SPDX-License-Identifier: Apache-2.0

/// The types that a serializer knows, by class and by type number, and the interface of their
/// codecs. This package creates no codecs itself, and reports classes that are not registered.
@NullMarked
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.NullMarked;
