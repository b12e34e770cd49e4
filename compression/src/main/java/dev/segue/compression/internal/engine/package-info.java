// SPDX-License-Identifier: Apache-2.0

/// The contract between the public codecs and the native code: the engine interface that each
/// format implements, and the failure that all engines throw. Depends on no other package of this
/// module.
@NullMarked
package dev.segue.compression.internal.engine;

import org.jspecify.annotations.NullMarked;
