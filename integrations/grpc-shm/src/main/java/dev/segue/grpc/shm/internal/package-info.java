// SPDX-License-Identifier: Apache-2.0

/// Frames, and the connections that carry them over lanes, independent of calls.
@NullMarked
package dev.segue.grpc.shm.internal;

import org.jspecify.annotations.NullMarked;
