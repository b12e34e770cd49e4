// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The references from objects that are being read to objects that are not complete yet, and the
/// actions that wait for completion: filling hashed and sorted containers, which call methods of
/// their elements.
///
/// Objects are added in the order of their positions, and two objects overlap only if one is part
/// of the other. So an object is incomplete while the current position is before its end. A
/// reference to an incomplete object is called a link. A reference to a complete object is also a
/// link if the object's parts have links to incomplete ones. Each link lies within its target.
/// Without links, this class does nothing.
public abstract class Cycles extends CacheMargin {

  /// No object.
  public static final int NONE = -1;

  private static final int MOST_KEPT = 1 << 14;
  private static final int[] NO_LOWS = {};
  private static final long[] NO_LINKS = {};

  /// An action that waits until an object is complete.
  private record Waiting(int object, Runnable action) {}

  private final ReadObjects objects;

  /// For each link, its distance from the payload's start and the number of its target, packed into
  /// a long.
  private long[] packed = NO_LINKS;

  private int links;

  /// For each complete object, the first target of the links in its parts, plus one; zero if not
  /// yet computed.
  private int[] lows = NO_LOWS;

  private List<Waiting> waiting = List.of();

  private Cycles(ReadObjects objects) {
    this.objects = objects;
  }

  static Cycles of(ReadObjects objects) {
    return new Padded(objects);
  }

  /// Clears everything.
  void end() {
    if (links > MOST_KEPT) {
      packed = NO_LINKS;
    }
    links = 0;
    if (lows.length > 0) {
      lows = NO_LOWS;
    }
    if (!waiting.isEmpty()) {
      waiting = List.of();
    }
  }

  /// Removes the links after a distance from the payload's start.
  void rewind(int place) {
    links = linkAt(place);
  }

  /// The number of links.
  public int links() {
    return links;
  }

  /// Adds a link for a reference to an object, if an incomplete object can be reached from it.
  void refer(int object, int place) {
    int open = objects.endOf(object) > place ? object : links == 0 ? NONE : reach(object, place, 0);
    if (open == NONE) {
      return;
    }
    if (links == packed.length) {
      packed = Arrays.copyOf(packed, Math.max(16, 2 * links));
    }
    packed[links++] = (long) place << Integer.SIZE | open;
  }

  /// The first target of a range of links.
  ///
  /// @param from the first link
  /// @param to the end of the range
  public int first(int from, int to) {
    int first = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      first = Math.min(first, target(i));
    }
    return first;
  }

  /// The first link at or after a distance from the payload's start.
  int linkAt(int place) {
    int low = 0;
    int high = links;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (place(middle) < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int place(int link) {
    return (int) (packed[link] >>> Integer.SIZE);
  }

  /// The number of a link's target.
  public int target(int link) {
    return (int) packed[link];
  }

  /// The incomplete object that can be reached from an object, possibly the object itself; or
  /// [#NONE].
  ///
  /// @param place the current position
  /// @param within the first object that counts as complete if it ends at that position
  private int reach(int object, int place, int within) {
    int one = object;
    while (objects.endOf(one) < place || (objects.endOf(one) == place && one >= within)) {
      int low = links == 0 ? one : low(one);
      if (low == one) {
        return NONE;
      }
      one = low;
    }
    return one;
  }

  private int low(int object) {
    if (lows.length <= object) {
      lows = Arrays.copyOf(lows, objects.next());
    }
    if (lows[object] == 0) {
      int low = object;
      for (int i = linkAt(objects.startOf(object));
          i < links && place(i) < objects.endOf(object);
          i++) {
        low = Math.min(low, target(i));
      }
      lows[object] = low + 1;
    }
    return lows[object] - 1;
  }

  /// Defers an action until an object and everything reachable from it are complete.
  ///
  /// @return the end of the object
  int await(int object, Runnable action) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>();
    }
    waiting.add(new Waiting(object, action));
    return objects.endOf(object);
  }

  /// Runs the actions that are due, in the order in which they were deferred.
  ///
  /// @return the end of the next object that an action waits for
  int settle(int place, int within) {
    List<Waiting> before = waiting;
    waiting = new ArrayList<>();
    int due = Integer.MAX_VALUE;
    int lastObject = NONE;
    int open = NONE;
    for (Waiting one : before) {
      if (one.object != lastObject) {
        lastObject = one.object;
        open = place == Integer.MAX_VALUE ? NONE : reach(one.object, place, within);
      }
      if (open == NONE) {
        one.action.run();
      } else {
        waiting.add(new Waiting(open, one.action));
        due = Math.min(due, objects.endOf(open));
      }
    }
    return due;
  }

  /// Adds a margin after the fields, see [CacheMargin].
  private static final class Padded extends Cycles {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;

    Padded(ReadObjects objects) {
      super(objects);
    }
  }
}
