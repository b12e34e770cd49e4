// SPDX-License-Identifier: Apache-2.0

/// The object graphs that Segue is demonstrated, tested and measured with.
@NullMarked
package dev.segue.workload;

import org.jspecify.annotations.NullMarked;
