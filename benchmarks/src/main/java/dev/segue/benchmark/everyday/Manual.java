// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A document of 50 KB, nearly all of it text.
@SuppressWarnings({
  "doclint:missing", // only the type of a field matters
  "NullAway.Init" // set when an object is created or read
})
public final class Manual {
  private static final long SEED = 37;
  private static final int CHAPTERS = 40;
  private static final int PARAGRAPHS = 8;

  public String id;
  public String title;
  public long changed;
  public List<Chapter> chapters;

  /// Creates an empty object.
  public Manual() {}

  /// A chapter of a manual.
  public static final class Chapter {
    public String heading;
    public int page;
    public List<String> paragraphs;

    /// Creates an empty object.
    public Chapter() {}
  }

  /// Creates a manual.
  ///
  /// @return a new manual, equal in content to any other that this method returns
  public static Manual populated() {
    var random = new Random(SEED);
    var manual = new Manual();
    manual.id = "M-2214";
    manual.title = Words.text(random, 30, 60);
    manual.changed = 1_790_000_000_123L;
    manual.chapters = new ArrayList<>();
    for (int number = 0; number < CHAPTERS; number++) {
      var chapter = new Chapter();
      chapter.heading = Words.text(random, 20, 50);
      chapter.page = 3 * number + 1;
      chapter.paragraphs = new ArrayList<>();
      for (int i = 0; i < PARAGRAPHS; i++) {
        chapter.paragraphs.add(Words.text(random, 80, 220));
      }
      manual.chapters.add(chapter);
    }
    return manual;
  }
}
