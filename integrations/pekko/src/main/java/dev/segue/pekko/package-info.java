// SPDX-License-Identifier: Apache-2.0

/// A Pekko serializer of messages and events: [SegueSerializer][dev.segue.pekko.SegueSerializer].
@NullMarked
package dev.segue.pekko;

import org.jspecify.annotations.NullMarked;
