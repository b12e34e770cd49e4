// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Prints the entries in which two jars differ: `java JarDifferences.java A.jar B.jar`.
class JarDifferences {

  /// The parts of an entry that should be the same in two builds.
  private record Entry(String time, long size, long compressedSize, long crc, int extraLength) {

    static Entry of(ZipEntry entry) {
      byte[] extra = entry.getExtra();
      return new Entry(
          entry.getTimeLocal().toString(),
          entry.getSize(),
          entry.getCompressedSize(),
          entry.getCrc(),
          extra == null ? 0 : extra.length);
    }
  }

  public static void main(String[] args) throws IOException {
    Map<String, Entry> first = entries(args[0]);
    Map<String, Entry> second = entries(args[1]);
    Set<String> names = new LinkedHashSet<>(first.keySet());
    names.addAll(second.keySet());
    boolean found = false;
    for (String name : names) {
      Entry a = first.get(name);
      Entry b = second.get(name);
      if (a == null || b == null) {
        System.out.println("  " + name + ": only in " + (a == null ? args[1] : args[0]));
      } else if (!a.equals(b)) {
        System.out.println("  " + name + ": " + a + ", " + b);
      } else {
        continue;
      }
      found = true;
    }
    if (!found) {
      System.out.println(
          List.copyOf(first.keySet()).equals(List.copyOf(second.keySet()))
              ? "  The entries are the same; permissions, comments or extra fields differ."
              : "  The entries are the same, in another order.");
    }
  }

  private static Map<String, Entry> entries(String jar) throws IOException {
    Map<String, Entry> entries = new LinkedHashMap<>();
    try (ZipFile file = new ZipFile(jar)) {
      file.stream().forEach(entry -> entries.put(entry.getName(), Entry.of(entry)));
    }
    return entries;
  }
}
