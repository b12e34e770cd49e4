// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Codec options with the dictionary of a command line, open while the command runs.
///
/// @param options with the dictionary, if any
/// @param dictionary the dictionary to close at the end, if any
record Dictionaries(ZstdOptions options, @Nullable ZstdDictionary dictionary)
    implements AutoCloseable {

  static Dictionaries open(ZstdOptions options, @Nullable Path file) throws IOException {
    if (file == null) {
      return new Dictionaries(options, null);
    }
    ZstdDictionary dictionary;
    try {
      dictionary = ZstdDictionary.load(file);
    } catch (IOException | CompressionException | IllegalArgumentException e) {
      throw FileFailure.of(file, e);
    }
    return new Dictionaries(options.withDictionary(dictionary), dictionary);
  }

  @Override
  public void close() {
    if (dictionary != null) {
      dictionary.close();
    }
  }
}
