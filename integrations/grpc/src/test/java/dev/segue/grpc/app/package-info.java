// SPDX-License-Identifier: Apache-2.0

/// Services of an application, in a separate package: the module cannot access its non-public
/// types.
@NullMarked
package dev.segue.grpc.app;

import org.jspecify.annotations.NullMarked;
