// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.call.HookLog;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import org.jspecify.annotations.Nullable;

/// What a call needs that may have to write its payload more than once: the results of hooks, and a
/// session to reach them by. Kept for the next call by the memory that is written to, so that no
/// call takes it from a pool.
///
/// Used by one thread at a time.
public final class Attempts {

  private final TypeRegistry registry;
  private final Session session;
  private final HookLog hooks = new HookLog();
  private boolean isBusy;

  private Attempts(TypeRegistry registry) {
    this.registry = registry;
    this.session = new Session(registry.options());
  }

  /// Begins a call.
  ///
  /// @param root the root's entry, or null if that is null
  /// @param last what the last call has left, if there was one
  /// @return null if nothing that is written has hooks
  public static @Nullable Attempts begin(
      Payload payload, @Nullable TypeEntry root, @Nullable Attempts last) {
    TypeRegistry registry = payload.registry();
    if (!registry.mayRunHooks(root)) {
      return null;
    }
    Attempts attempts =
        last != null && last.registry == registry && !last.isBusy ? last : new Attempts(registry);
    attempts.isBusy = true;
    return attempts;
  }

  /// Ends a call.
  public static void end(@Nullable Attempts attempts) {
    if (attempts != null) {
      attempts.hooks.clear();
      attempts.isBusy = false;
    }
  }

  /// Begins an attempt; its session has to be [ended][Session#end].
  Session attempt(long position) {
    return session.begin(position).logging(hooks);
  }
}
