// SPDX-License-Identifier: Apache-2.0

/// Errors about classes that are not registered, with advice on how to register them.
@NullMarked
package dev.segue.serializer.internal.unregistered;

import org.jspecify.annotations.NullMarked;
