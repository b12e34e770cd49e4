// SPDX-License-Identifier: Apache-2.0

/// Classes that tests allow by a rule.
@NullMarked
package dev.segue.serializer.ruled;

import org.jspecify.annotations.NullMarked;
