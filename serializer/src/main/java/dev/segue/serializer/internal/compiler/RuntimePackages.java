// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.wire.Slots;
import java.util.List;

/// The packages that generated code calls.
final class RuntimePackages {

  /// One class of each package.
  static final List<Class<?>> CLASSES =
      List.of(
          Session.class,
          ShapeCodec.class,
          Snapshots.class,
          Failures.class,
          EnumConstants.class,
          ByteArrays.class,
          ObjectCodec.class,
          ViewBase.class,
          Slots.class);

  private RuntimePackages() {}
}
