// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Which objects that are read lead to objects that are not complete yet, and what has to wait for
/// these: hashed and sorted containers, whose elements must be complete when they are asked.
///
/// Objects are noted in the order in which they begin, and none overlaps another that it is not a
/// part of; so an object is incomplete as long as what is read lies before its end. A back
/// reference to such an object is a link. So is one to an object that is complete, if links among
/// its parts lead to others that are not. Each link lies within the object that it leads to.
/// Without a link nothing is done here.
public final class Cycles {

  /// No object.
  public static final int NONE = -1;

  private static final int MOST_KEPT = 1 << 14;
  private static final int[] NONE_YET = {};
  private static final long[] NO_LINKS = {};

  /// What is done once an object is complete.
  private record Waiting(int object, Runnable action) {}

  private final ReadObjects objects;

  /// Where links are, and the number of the object that each leads to, packed.
  private long[] packed = NO_LINKS;

  private int links;

  /// Of each complete object, the first one that links among its parts lead to, plus one.
  private int[] lows = NONE_YET;

  private List<Waiting> waiting = List.of();

  Cycles(ReadObjects objects) {
    this.objects = objects;
  }

  /// Forgets everything.
  void end() {
    if (links > MOST_KEPT) {
      packed = NO_LINKS;
    }
    links = 0;
    lows = NONE_YET;
    if (!waiting.isEmpty()) {
      waiting = List.of();
    }
  }

  public int links() {
    return links;
  }

  /// Notes a back reference to an object, if that leads to one that is not complete.
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

  /// The first object that links lead to.
  ///
  /// @param from the first of the links
  /// @param to the link behind the last one
  public int first(int from, int to) {
    int first = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      first = Math.min(first, target(i));
    }
    return first;
  }

  /// The first of the links at a place or behind it.
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

  public int target(int link) {
    return (int) packed[link];
  }

  /// An object that is not complete and that this one leads to, which may be itself; or [#NONE].
  ///
  /// @param place what was read lies before it
  /// @param within the first of the objects that are complete if they end there
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
      lows = Arrays.copyOf(lows, objects.count());
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

  /// Lets an action wait until an object is complete, and all that it leads to.
  ///
  /// @return where the object ends
  int await(int object, Runnable action) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>();
    }
    waiting.add(new Waiting(object, action));
    return objects.endOf(object);
  }

  /// Does what has waited long enough, in the order in which it came.
  ///
  /// @return where the next object ends that something waits for
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
}
