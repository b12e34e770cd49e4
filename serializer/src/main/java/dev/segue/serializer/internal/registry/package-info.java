// SPDX-License-Identifier: Apache-2.0

/// The classes that a serializer knows, by class and by id, with the interface of their codecs.
/// Makes no codecs itself; says what is missing when a class is not registered.
@NullMarked
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.NullMarked;
