// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.PublicFields;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The best players of a game: sorted maps and a sorted set.
@SuppressWarnings("NullAway.Init") // set when an object is created or read
public final class Ranking {
  private static final int PLAYERS = 25;
  private static final long SEED = 37;

  /// Points by player.
  public SortedMap<String, Long> points;

  /// Players by rank.
  public TreeMap<Integer, String> places;

  /// Former winners.
  public SortedSet<String> champions;

  /// Creates an empty object.
  public Ranking() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @return a new ranking, equal to any other that this method returns
  static Ranking populated() {
    var random = new Random(SEED);
    var ranking = new Ranking();
    ranking.points = new TreeMap<>();
    ranking.places = new TreeMap<>();
    ranking.champions = new TreeSet<>();
    for (int place = 1; place <= PLAYERS; place++) {
      String player = "player-" + random.nextInt(100_000);
      ranking.points.put(player, random.nextLong(1_000_000));
      ranking.places.put(place, player);
      if (place % 5 == 0) {
        ranking.champions.add(player);
      }
    }
    return ranking;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return PublicFields.areEqual(this, object);
  }

  @Override
  public int hashCode() {
    return Objects.hash(points, places, champions);
  }
}
