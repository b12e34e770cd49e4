// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/// Copies of a codec for the context class loaders of threads that write. Redisson creates such
/// copies for reading, but writes with the original codec, which would refuse objects that a copy
/// has read.
final class Copies {

  /// The references are soft, because a copy refers to its class loader and may be large.
  private final Map<ClassLoader, SoftReference<SegueCodec>> copies = new WeakHashMap<>();

  /// Returns the forms of a copy for the context class loader of this thread, to retry writing an
  /// object that the codec refuses because it does not know the class.
  ///
  /// @throws IOException the failure, if such a copy would not help
  Forms elsewhere(SegueCodec codec, IOException failure) throws IOException {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (!isUnknownClass(failure.getCause())
        || context == null
        || context.equals(codec.getClassLoader())) {
      throw failure;
    }
    return copy(codec, context).forms();
  }

  private static boolean isUnknownClass(@Nullable Throwable cause) {
    return cause instanceof UnknownClassException
        || (cause instanceof SerializationException e && e.kind() == Kind.UNREGISTERED_CLASS);
  }

  private synchronized SegueCodec copy(SegueCodec codec, ClassLoader context) {
    SoftReference<SegueCodec> reference = copies.get(context);
    @Nullable SegueCodec copy = reference == null ? null : reference.get();
    if (copy == null) {
      copy = new SegueCodec(context, codec);
      copies.put(context, new SoftReference<>(copy));
    }
    return copy;
  }
}
