// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SimilarNames;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Suggests a remedy if there is no channel at a path.
final class MissingChannel {

  private MissingChannel() {}

  /// Returns the end of an error message: channels that the user may have meant, or how to list
  /// them.
  ///
  /// @param given the path, as the user gave it
  /// @return an empty string for any other failure
  static String hint(Path given, TransportException failure) {
    if (failure.kind() != Kind.NOT_FOUND) {
      return "";
    }
    Path directory = Objects.requireNonNull(given.toAbsolutePath().normalize().getParent());
    if (!Files.isDirectory(directory)) {
      return "";
    }
    String name = given.getFileName().toString();
    Path usual = Channels.defaultDirectory();
    List<String> meant = new ArrayList<>();
    if (Channels.looksLikeOne(usual.resolve(name))) {
      meant.add(usual.resolve(name).toString());
    }
    for (Path place : directory.equals(usual) ? List.of(usual) : List.of(directory, usual)) {
      addSimilar(name, place, meant);
    }
    return meant.isEmpty()
        ? "; to list channels, run: segue shm ls" + (Channels.isName(given) ? "" : " " + directory)
        : SimilarNames.question(meant);
  }

  private static void addSimilar(String name, Path directory, List<String> meant) {
    try {
      for (Path channel : Channels.below(directory)) {
        boolean similar = SimilarNames.isSimilar(name, channel.getFileName().toString());
        if (similar && !meant.contains(channel.toString())) {
          meant.add(channel.toString());
        }
      }
    } catch (IOException e) {
      // The directory cannot be listed.
    }
  }
}
