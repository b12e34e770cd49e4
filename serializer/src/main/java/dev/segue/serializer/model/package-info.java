// SPDX-License-Identifier: Apache-2.0

/// What a class looks like on the wire: its fields, the shape of each, and the fingerprint that
/// tells two versions of it apart. Reads classes by reflection; knows nothing of offsets or code.
@NullMarked
package dev.segue.serializer.model;

import org.jspecify.annotations.NullMarked;
