// SPDX-License-Identifier: Apache-2.0

/// Flight Recorder events of payloads. They are recorded only if the settings of the recording
/// enable them. Nothing here depends on the other packages.
@NullMarked
package dev.segue.serializer.internal.events;

import org.jspecify.annotations.NullMarked;
