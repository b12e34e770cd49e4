// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// The settings with the prefix `segue`, which `spring-configuration-metadata.json` describes. An
/// application with any other setting under that prefix, such as a misspelt one, does not start.
///
/// @param packages packages whose classes may be written and read, subpackages included, in place
///   of the application's base packages
/// @param classes names of further classes
/// @param unreadable what happens to values of caches and sessions that cannot be read
/// @param readJavaSerialized whether values of Java serialization are read
/// @param writeJavaSerialized whether caches and sessions are still written by Java serialization
@ConfigurationProperties(prefix = "segue", ignoreUnknownFields = false)
record SegueProperties(
    @DefaultValue List<String> packages,
    @DefaultValue List<String> classes,
    @DefaultValue("error") Unreadable unreadable,
    @DefaultValue("true") boolean readJavaSerialized,
    @DefaultValue("false") boolean writeJavaSerialized,
    @DefaultValue Cache cache,
    @DefaultValue Session session,
    @DefaultValue Template template,
    @DefaultValue Http http,
    @DefaultValue Schemas schemas,
    @DefaultValue Zstd zstd) {

  /// What to do with a value that cannot be read.
  enum Unreadable {
    /// Reading the value throws an exception.
    ERROR,
    /// The value counts as missing, as if it had not been stored.
    MISS
  }

  /// Settings of caches in Redis.
  ///
  /// @param enabled whether Segue serializes their values
  /// @param unreadable overrides the setting for all values
  /// @param unreadableIn overrides both for single caches, by name
  record Cache(
      @DefaultValue("true") boolean enabled,
      @Nullable Unreadable unreadable,
      @DefaultValue Map<String, Unreadable> unreadableIn) {}

  /// Settings of sessions in Redis.
  ///
  /// @param enabled whether Segue serializes their attributes
  /// @param unreadable overrides the setting for all values
  record Session(@DefaultValue("true") boolean enabled, @Nullable Unreadable unreadable) {}

  /// The templates of the starter.
  ///
  /// @param unreadable what happens to their values that cannot be read. The setting for caches and
  ///   sessions does not apply: a template may hold what nothing can compute again
  record Template(@DefaultValue("error") Unreadable unreadable) {}

  /// Bodies of HTTP messages.
  ///
  /// @param enabled whether servers and clients understand `application/x-segue`
  /// @param maxBodySize the maximum length of a body that Spring MVC and `RestClient` read
  record Http(@DefaultValue("true") boolean enabled, @DefaultValue("64MB") DataSize maxBodySize) {
    Http {
      long bytes = maxBodySize.toBytes();
      if (bytes <= 0 || bytes > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "segue.http.max-body-size is %d bytes; it must be at least 1 and less than 2GB, since"
                    .formatted(bytes)
                + " a body is read into one array");
      }
    }

    int maxBodyBytes() {
      return (int) maxBodySize.toBytes();
    }
  }

  /// Settings of the schema registry in Redis.
  ///
  /// @param enabled whether the schemas of values are stored there
  /// @param key the key of the hash
  /// @param timeout the maximum time that a value waits for a schema
  record Schemas(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("segue:schemas") String key,
      @DefaultValue("5s") Duration timeout) {}

  /// Settings of the compression of values in Redis.
  ///
  /// @param enabled whether values are compressed
  /// @param key the key of the hash with the dictionaries
  /// @param timeout the maximum time that a value waits for a dictionary
  record Zstd(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("segue:dictionaries") String key,
      @DefaultValue("5s") Duration timeout) {}

  boolean missesInSessions() {
    return misses(session.unreadable);
  }

  boolean missesInCache(String name) {
    Unreadable own = cache.unreadableIn.get(name);
    return misses(own == null ? cache.unreadable : own);
  }

  /// Whether unreadable values of any cache count as missing.
  boolean missesInCaches() {
    return misses(cache.unreadable) || cache.unreadableIn.containsValue(Unreadable.MISS);
  }

  boolean missesInTemplates() {
    return template.unreadable == Unreadable.MISS;
  }

  private boolean misses(@Nullable Unreadable own) {
    return (own == null ? unreadable : own) == Unreadable.MISS;
  }
}
