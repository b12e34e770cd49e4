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

/// Dictionaries of zstd for small values, in a hash of Redis: a field for each dictionary, named by
/// its id, and the field `newest`. The newest one compresses, all of them decompress.
///
/// ```java
/// RedisDictionaries dictionaries = RedisDictionaries.of(connections);
/// dictionaries.train(dictionaries.sample(connections, "orders::*", 10_000));
/// var values = SegueRedisSerializer.of(serializer).compressed(dictionaries);
/// ```
///
/// Values are compressed without a dictionary until one is [trained][#train(List)], by any process.
/// A reader that meets an unknown dictionary loads it. A writer uses a dictionary that another
/// process trained after the next [#refresh]. The hash must live as long as the values.
///
/// Reading waits for the reply, and asks the primary, as it does for
/// [schemas][RedisSchemaRegistry]. The artifact `segue-compression` must be there. Thread-safe.
/// Dictionaries hold native memory until this is closed.
@SuppressWarnings("exports") // optional libraries
public final class RedisDictionaries implements AutoCloseable {

  /// The key of the hash unless another is given.
  public static final String DEFAULT_KEY = "segue:dictionaries";

  /// The greatest length of a dictionary that [#train(List)] makes, in bytes.
  public static final int DEFAULT_MAX_LENGTH = 8192;

  private static final byte[] NEWEST = ascii("newest");

  private final TimedConnections connections;
  private final byte[] key;
  private final ZstdOptions options;
  private final Envelopes envelopes = new Envelopes();

  /// By id. Guarded by this.
  private final Map<Integer, ZstdDictionary> loaded = new TreeMap<>();

  /// Guarded by this.
  private boolean isClosed;

  private RedisDictionaries(TimedConnections connections, byte[] key, ZstdOptions options) {
    this.connections = connections;
    this.key = key;
    this.options = options;
  }

  /// Creates the dictionaries of the hash with the key [#DEFAULT_KEY], for the default options of
  /// zstd. A command may take five seconds.
  ///
  /// @param connections connects to Redis, or a cluster of it
  /// @return the dictionaries, which are loaded when they are first needed
  public static RedisDictionaries of(RedisConnectionFactory connections) {
    return of(connections, DEFAULT_KEY, ZstdOptions.defaults(), TimedConnections.DEFAULT_TIMEOUT);
  }

  /// Creates the dictionaries of a hash.
  ///
  /// @param connections connects to Redis, or a cluster of it
  /// @param key the key of the hash
  /// @param options settings for zstd, without a dictionary
  /// @param timeout the time that a value waits for a command
  /// @return the dictionaries, which are loaded when they are first needed
  /// @throws IllegalArgumentException if the options have a dictionary, or the time-out is not
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

  /// Loads the dictionaries that are new in Redis. From now on, the newest one compresses values.
  ///
  /// @return whether another dictionary compresses, or more are known
  public boolean refresh() {
    State before = envelopes.state;
    return !envelopes.load().equals(before);
  }

  /// Trains a dictionary from samples and stores it as the newest one; values that this process
  /// writes use it from now on.
  ///
  /// @param samples typical payloads, such as those of [#sample]; together, about a hundred times
  ///   [#DEFAULT_MAX_LENGTH] is a good amount
  /// @return the id of the dictionary, unsigned
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there are too few samples
  /// @throws IllegalArgumentException if there are no samples
  public int train(List<byte[]> samples) {
    return train(samples, DEFAULT_MAX_LENGTH);
  }

  /// Trains a dictionary of a length, as [#train(List)] does.
  ///
  /// @param samples typical payloads
  /// @param maxLength the greatest length of the dictionary, in bytes; 256 or more
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
            // First the dictionary, so that nobody finds only its id.
            Boolean _ = redis.hashCommands().hSetNX(key, id, content);
            return redis.hashCommands().hSet(key, NEWEST, id);
          });
      boolean _ = refresh();
      return trained.id();
    }
  }

  /// Collects payloads of live values, as samples: values of Segue under keys of a pattern, as they
  /// are before compression. Values of other serializers are skipped, as are keys of hashes and
  /// other types than strings. A cluster cannot be scanned: connect to one of its nodes.
  ///
  /// @param data connects to the Redis with the values
  /// @param pattern matches keys, as for the command `SCAN`: `orders::*`
  /// @param most the number of values after which to stop; it also stops after 64 MiB of payloads
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

  /// Frees the dictionaries. Serializers that use them must not be used any more.
  @Override
  public synchronized void close() {
    isClosed = true;
    loaded.values().forEach(ZstdDictionary::close);
    loaded.clear();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// What is in use.
  ///
  /// @param newest the id of the dictionary that compresses; null if there is none
  private record State(Envelope envelope, Set<Integer> ids, @Nullable Integer newest) {}

  /// What Redis has.
  private record Found(Map<Integer, byte[]> contents, Set<Integer> ids, @Nullable Integer newest) {}

  private final class Envelopes implements EnvelopeForm.Envelopes {

    private final AtomicLong loads = new AtomicLong();

    /// The last load of which the newest dictionary is in use, in the order in which loads began.
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

    /// Loads what is new; returns the same state if nothing is.
    State load() {
      long load = loads.incrementAndGet();
      Found found = connections.call(this::find);
      synchronized (RedisDictionaries.this) {
        if (isClosed) {
          throw new IllegalStateException("the dictionaries are closed");
        }
        State before = state;
        // A load that began later has seen a newest dictionary that is as new, or newer.
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

    /// Failures are not about a value, so that it is never missing for them. Content without the id
    /// is damaged: values that it compressed would not name it.
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

    /// Called with the lock.
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
