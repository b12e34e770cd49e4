// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The views of one interface through which one cursor shows payloads of several layouts: the
/// cursor's own, and the last few that were needed beside it.
final class Siblings {

  private static final int MOST = 4;

  /// A view, and what points it.
  record Sibling(Root root, ViewBase view) {}

  private final @Nullable Sibling[] known = new Sibling[MOST];
  private int last;

  private Siblings(Root root, ViewBase first) {
    known[0] = new Sibling(root, first);
  }

  /// What sees payloads of a root, other than the view itself.
  static Sibling of(ViewBase view, Root own, Payload reader, TypeEntry type) {
    Siblings siblings = ViewBase.siblings(view);
    if (siblings == null) {
      siblings = new Siblings(own, view);
      ViewBase.join(view, siblings);
    }
    return siblings.find(own, reader, type);
  }

  private Sibling find(Root own, Payload reader, TypeEntry type) {
    for (Sibling sibling : known) {
      if (sibling != null && sibling.root.isFor(reader, type)) {
        return sibling;
      }
    }
    ViewFactory factory = own.other(reader, type);
    Root root = Objects.requireNonNull(factory.plan().root(), "as the first has one");
    Sibling made = new Sibling(root, factory.create());
    last = last % (MOST - 1) + 1;
    known[last] = made;
    return made;
  }
}
