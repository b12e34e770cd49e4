// SPDX-License-Identifier: Apache-2.0

/// Codecs of classes that bring their own form: surrogates, hooks, `Externalizable`, Java
/// serialization, exceptions and subclasses of JDK collections.
@NullMarked
package dev.segue.serializer.internal.custom;

import org.jspecify.annotations.NullMarked;
