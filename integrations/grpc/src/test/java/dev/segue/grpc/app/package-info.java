// SPDX-License-Identifier: Apache-2.0

/// Services of an application, in a package of its own: the module has no access to what is not
/// public here.
@NullMarked
package dev.segue.grpc.app;

import org.jspecify.annotations.NullMarked;
