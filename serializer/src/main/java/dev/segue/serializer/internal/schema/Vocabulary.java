// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The numbers of value kinds and of declared containers in schema documents, as in
/// `docs/format.md`.
final class Vocabulary {

  static final int PRIMITIVE = 0;
  static final int BOXED = 8;
  static final int PRIMITIVE_ARRAY = 16;
  static final int TEXT = 24;
  static final int ANY = 25;
  static final int BEAN = 26;
  static final int CONSTANT = 27;
  static final int OBJECT_ARRAY = 28;
  static final int CONTAINER = 32;

  /// The bit that is set in a field's kind if its owner follows.
  static final int OWNED = 0x80;

  /// Declared collections and maps; their numbers begin at [#CONTAINER].
  static final List<Class<?>> CONTAINERS =
      List.of(
          Collection.class,
          SequencedCollection.class,
          List.class,
          ArrayList.class,
          LinkedList.class,
          Set.class,
          HashSet.class,
          SequencedSet.class,
          LinkedHashSet.class,
          Queue.class,
          Deque.class,
          ArrayDeque.class,
          Map.class,
          HashMap.class,
          SequencedMap.class,
          LinkedHashMap.class,
          ConcurrentMap.class,
          ConcurrentHashMap.class,
          SortedSet.class,
          NavigableSet.class,
          TreeSet.class,
          SortedMap.class,
          NavigableMap.class,
          TreeMap.class,
          EnumSet.class,
          EnumMap.class,
          Optional.class);

  private Vocabulary() {}
}
