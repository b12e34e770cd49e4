// SPDX-License-Identifier: Apache-2.0

/// The contract between the public codecs and the native code below them: the engine interface that
/// each format implements, and the failure that all of them throw. Depends on nothing else here.
@NullMarked
package dev.segue.compression.internal.engine;

import org.jspecify.annotations.NullMarked;
