// SPDX-License-Identifier: Apache-2.0

/// Codecs of user classes with their own format: surrogates, hooks, `Externalizable`, Java
/// serialization, throwables and subclasses of JDK collections.
@NullMarked
package dev.segue.serializer.internal.custom;

import org.jspecify.annotations.NullMarked;
