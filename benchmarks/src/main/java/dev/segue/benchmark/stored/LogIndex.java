// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import dev.segue.benchmark.launch.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;

/// The index of one library.
public final class LogIndex implements AutoCloseable {
  /// The system property for the directory of all indexes of a run.
  static final String FOLDER = "segue.benchmark.indexes";

  private static final String SECONDS = "seconds";
  private static final double BUFFER_MEGABYTES = 128;
  private static final int HITS = 10;
  private static final int CHECKED = 1_000;

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final StoredFields stored;
  private final double seconds;

  private LogIndex(FSDirectory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
    this.searcher.setQueryCache(null); // queries repeat, but their results must not be cached
    this.stored = searcher.storedFields();
    this.seconds =
        Double.parseDouble(reader.getIndexCommit().getUserData().getOrDefault(SECONDS, "NaN"));
  }

  /// Opens the index of a library, or creates it if no earlier run has.
  public static LogIndex open(String library, int documents) throws IOException {
    Path folder = Path.of(System.getProperty(FOLDER, ""), library + "-" + documents);
    FSDirectory directory = new MMapDirectory(folder);
    if (!DirectoryReader.indexExists(directory)) {
      write(directory, library, documents);
    }
    var index = new LogIndex(directory);
    index.check(documents);
    return index;
  }

  private static void write(FSDirectory directory, String library, int documents)
      throws IOException {
    var config =
        new IndexWriterConfig()
            .setCodec(LogCodecs.open(library))
            .setUseCompoundFile(false)
            .setMergePolicy(new LogByteSizeMergePolicy()) // keeps documents in their order
            .setRAMBufferSizeMB(BUFFER_MEGABYTES);
    long begin = System.nanoTime();
    try (var writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(AccessLog.document(i));
      }
      writer.forceMerge(1);
      double taken = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
      writer.setLiveCommitData(Map.of(SECONDS, Double.toString(taken)).entrySet());
    }
  }

  private void check(int documents) throws IOException {
    if (reader.numDocs() != documents || reader.leaves().size() != 1) {
      throw new IllegalStateException(
          reader + ": expected one segment, with documents=" + documents);
    }
    var random = new SplittableRandom(documents);
    for (int i = 0; i < CHECKED; i++) {
      int number = random.nextInt(documents); // equal to the document's number in the index
      String expected = AccessLog.document(number).get(AccessLog.SOURCE);
      if (!expected.equals(fetch(number).get(AccessLog.SOURCE))) {
        throw new IllegalStateException("document " + number + " differs from the one written");
      }
    }
  }

  /// Fetches a document.
  public Document fetch(int number) throws IOException {
    return stored.document(number);
  }

  /// Searches for a term and fetches the best documents.
  ///
  /// @return the number of characters in their stored fields
  public int query(SplittableRandom random) throws IOException {
    int field = random.nextInt(AccessLog.QUERIED.length);
    var term = new Term(AccessLog.QUERIED[field], AccessLog.term(random, field));
    int length = 0;
    for (ScoreDoc hit : searcher.search(new TermQuery(term), HITS).scoreDocs) {
      length += stored.document(hit.doc).get(AccessLog.SOURCE).length();
    }
    return length;
  }

  /// Records the sizes of the index and the time to create it.
  public void note() {
    try {
      long all = 0;
      long fields = 0;
      for (String file : directory.listAll()) {
        long length = directory.fileLength(file);
        all += length;
        if (file.contains(".fd") || file.endsWith(".zdict")) {
          fields += length;
        }
      }
      Figures.note("index.bytes", (double) all, "B");
      Figures.note("stored.bytes", (double) fields, "B");
      Figures.note("index.seconds", seconds, "s");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }

  /// Deletes all indexes of a run.
  static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
