// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// Zstd dictionaries for small values, stored in a Redis hash: one field per dictionary, named by
/// its id, and the field `newest`. The newest dictionary compresses; all of them decompress.
///
/// ```java
/// RedisDictionaries dictionaries = RedisDictionaries.of(connections);
/// dictionaries.train(dictionaries.sample(connections, "orders::*", 10_000));
/// var values = SegueRedisSerializer.of(serializer).compressed(dictionaries);
/// ```
///
/// Values are compressed without a dictionary until one is [trained][#train(List)], by any process.
/// A reader that meets an unknown dictionary loads it. A writer starts to use another process's
/// dictionary at the next [#refresh]. The hash must live as long as the values.
///
/// Reading waits for the reply, and asks the primary, as for [schemas][RedisSchemaRegistry].
/// Requires the artifact `segue-compression`. Thread-safe. Dictionaries hold native memory until
/// this is closed.
@SuppressWarnings("exports") // optional libraries
public final class RedisDictionaries implements AutoCloseable {

  /// The default key of the hash.
  public static final String DEFAULT_KEY = "segue:dictionaries";

  /// The maximum length of a dictionary that [#train(List)] creates, in bytes.
  public static final int DEFAULT_MAX_LENGTH = 8192;

  private static final byte[] NEWEST = ascii("newest");

  private final TimedConnections connections;
  private final byte[] key;
  private final ZstdOptions options;
  private final Envelopes envelopes = new Envelopes();

  /// Indexed by id. Guarded by this.
  private final Map<Integer, ZstdDictionary> loaded = new TreeMap<>();

  /// Guarded by this.
  private boolean isClosed;

  private RedisDictionaries(TimedConnections connections, byte[] key, ZstdOptions options) {
    this.connections = connections;
    this.key = key;
    this.options = options;
  }

  /// Creates the dictionaries of the hash with the key [#DEFAULT_KEY], with the default options of
  /// zstd and a timeout of five seconds.
  ///
  /// @param connections connects to a Redis server or cluster
  /// @return the dictionaries, which are loaded when they are first needed
  public static RedisDictionaries of(RedisConnectionFactory connections) {
    return of(connections, DEFAULT_KEY, ZstdOptions.defaults(), TimedConnections.DEFAULT_TIMEOUT);
  }

  /// Creates the dictionaries of a hash.
  ///
  /// @param connections connects to a Redis server or cluster
  /// @param key the key of the hash
  /// @param options settings for zstd, without a dictionary
  /// @param timeout the maximum time that a value waits for a command
  /// @return the dictionaries, which are loaded when they are first needed
  /// @throws IllegalArgumentException if the options have a dictionary, or the timeout is not
  ///   positive
  public static RedisDictionaries of(
      RedisConnectionFactory connections, String key, ZstdOptions options, Duration timeout) {
    Objects.requireNonNull(key, "key");
    if (options.dictionary() != null) {
      throw new IllegalArgumentException("the options have a dictionary");
    }
    return new RedisDictionaries(
        new TimedConnections(connections, timeout, "dictionaries of values"),
        key.getBytes(StandardCharsets.UTF_8),
        options);
  }

  EnvelopeForm.Envelopes envelopes() {
    return envelopes;
  }

  /// The id of the dictionary that compresses values, as it was last loaded.
  ///
  /// @return the id, unsigned; empty if there is no dictionary, or none was loaded yet
  public OptionalInt newest() {
    State state = envelopes.state;
    return state == null || state.newest == null
        ? OptionalInt.empty()
        : OptionalInt.of(state.newest);
  }

  /// Loads new dictionaries from Redis. Afterwards, the newest one compresses values.
  ///
  /// @return whether the newest dictionary has changed, or more dictionaries are known
  public boolean refresh() {
    State before = envelopes.state;
    return !envelopes.load().equals(before);
  }

  /// Trains a dictionary from samples and stores it as the newest one; values that this process
  /// writes use it from now on.
  ///
  /// @param samples typical payloads, such as the result of [#sample]; a good total length is about
  ///   a hundred times [#DEFAULT_MAX_LENGTH]
  /// @return the id of the dictionary, unsigned
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there are too few samples
  /// @throws IllegalArgumentException if there are no samples
  public int train(List<byte[]> samples) {
    return train(samples, DEFAULT_MAX_LENGTH);
  }

  /// Trains a dictionary of a given maximum length, as [#train(List)] does.
  ///
  /// @param samples typical payloads
  /// @param maxLength the maximum length of the dictionary, in bytes; at least 256
  /// @return the id of the dictionary, unsigned
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there are too few samples
  /// @throws IllegalArgumentException if there are no samples, or `maxLength` is below 256
  public int train(List<byte[]> samples, int maxLength) {
    List<MemorySegment> segments = samples.stream().map(MemorySegment::ofArray).toList();
    try (ZstdDictionary trained = ZstdDictionary.train(segments, maxLength)) {
      byte[] id = ascii(Integer.toUnsignedString(trained.id()));
      byte[] content = trained.toByteArray();
      Object _ =
          connections.call(redis -> {
            // Stores the dictionary first, so that no process finds only its id.
            Boolean _ = redis.hashCommands().hSetNX(key, id, content);
            return redis.hashCommands().hSet(key, NEWEST, id);
          });
      boolean _ = refresh();
      return trained.id();
    }
  }

  /// Collects samples from live values: the uncompressed payloads of Segue's values under keys that
  /// match a pattern. Values of other serializers, hashes, and other types than strings are
  /// skipped. A cluster cannot be scanned: connect to one of its nodes.
  ///
  /// @param data connects to the Redis server with the values
  /// @param pattern matches keys, as in the command `SCAN`, such as `orders::*`
  /// @param most the maximum number of values; sampling also stops after 64 MiB of payloads
  /// @return the payloads
  public List<byte[]> sample(RedisConnectionFactory data, String pattern, int most) {
    return LiveValues.sample(data, pattern, most, this::payload);
  }

  /// The payload of a stored value; null if there is none.
  private byte @Nullable [] payload(byte[] stored) {
    try {
      byte[] payload =
          new EnvelopeForm(envelopes).load(stored, SegueRedisSerializer.DEFAULT_MAX_VALUE_LENGTH);
      return PlainForm.isPayload(payload) ? payload : null;
    } catch (CompressionException _) { // a value of another serializer
      return null;
    }
  }

  /// Frees the dictionaries. Serializers that use them must not be used afterwards.
  @Override
  public synchronized void close() {
    isClosed = true;
    loaded.values().forEach(ZstdDictionary::close);
    loaded.clear();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The dictionaries in use.
  ///
  /// @param newest the id of the compressing dictionary; null if there is none
  private record State(Envelope envelope, Set<Integer> ids, @Nullable Integer newest) {}

  /// The dictionaries found in Redis.
  private record Found(Map<Integer, byte[]> contents, Set<Integer> ids, @Nullable Integer newest) {}

  private final class Envelopes implements EnvelopeForm.Envelopes {

    private final AtomicLong loads = new AtomicLong();

    /// The number of the load, in the order of their starts, whose newest dictionary is in use.
    /// Guarded by the dictionaries.
    private long lastLoad;

    private volatile @Nullable State state;

    @Override
    public Envelope current() {
      State seen = state;
      return (seen == null ? load() : seen).envelope;
    }

    @Override
    public Envelope refreshed(Envelope lacking) {
      Envelope current = current();
      return current.equals(lacking) ? load().envelope : current; // another thread has loaded it
    }

    /// Loads new dictionaries; returns the same state if there are none.
    State load() {
      long load = loads.incrementAndGet();
      Found found = connections.call(this::find);
      synchronized (RedisDictionaries.this) {
        if (isClosed) {
          throw new IllegalStateException("the dictionaries are closed");
        }
        State before = state;
        // A load that began later has seen the same or a newer dictionary as the newest.
        Integer newest = before != null && load < lastLoad ? before.newest : found.newest;
        lastLoad = Math.max(load, lastLoad);
        if (before != null
            && before.ids.containsAll(found.ids)
            && Objects.equals(before.newest, newest)) {
          return before;
        }
        found.contents.forEach(
            (id, content) -> loaded.computeIfAbsent(id, _ -> dictionary(id, content)));
        State after = new State(envelope(newest), Set.copyOf(loaded.keySet()), newest);
        state = after;
        return after;
      }
    }

    private Found find(RedisConnection redis) {
      State before = state;
      Set<Integer> ids = new HashSet<>();
      List<byte[]> fields = new ArrayList<>();
      List<byte[]> found = HashFields.valueAndNames(redis, key, NEWEST);
      for (byte[] field : found.subList(1, found.size())) {
        if (!Arrays.equals(field, NEWEST)) {
          ids.add(id(field));
          fields.add(field);
        }
      }
      Map<Integer, byte[]> contents = new TreeMap<>();
      for (byte[] field : fields) {
        byte[] content =
            before != null && before.ids.contains(id(field))
                ? null
                : HashFields.read(redis, key, field);
        if (content != null) {
          contents.put(id(field), content);
        }
      }
      byte[] newest = found.getFirst();
      return new Found(contents, ids, newest.length == 0 ? null : id(newest));
    }

    /// Failures are not caused by a value, so no value is treated as missing because of them.
    /// Content without the id is damaged: values compressed with it would not name it.
    private static ZstdDictionary dictionary(int id, byte[] content) {
      String name = "the dictionary " + Integer.toUnsignedString(id) + " in Redis";
      ZstdDictionary dictionary;
      try {
        dictionary = ZstdDictionary.of(content);
      } catch (IllegalArgumentException | CompressionException e) {
        throw new InvalidDataAccessResourceUsageException(
            "cannot use %s: %s".formatted(name, e.getMessage()), e);
      }
      if (dictionary.id() != id) {
        dictionary.close();
        throw new InvalidDataAccessResourceUsageException(name + " is damaged");
      }
      return dictionary;
    }

    private static int id(byte[] field) {
      return Integer.parseUnsignedInt(new String(field, StandardCharsets.US_ASCII));
    }

    /// The caller holds the lock.
    private Envelope envelope(@Nullable Integer newest) {
      ZstdDictionary compressing = newest == null ? null : loaded.get(newest);
      ZstdDictionary[] others =
          loaded.values().stream()
              .filter(dictionary -> !dictionary.equals(compressing))
              .toArray(ZstdDictionary[]::new);
      ZstdOptions all = options.withDecompressionDictionaries(others);
      return Envelope.of(Codec.zstd(compressing == null ? all : all.withDictionary(compressing)));
    }
  }
}
