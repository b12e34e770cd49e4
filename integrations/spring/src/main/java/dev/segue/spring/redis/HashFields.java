// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;

/// Reads hashes of registries, and finds fields as soon as they are stored, even if the client
/// reads from a replica that is behind its primary.
///
/// Clients send scripts to the primary. If the user is not permitted to run scripts, a field that
/// the replica does not have yet is missing.
final class HashFields {

  private static final byte[] FIELD = script("return redis.call('HGET', KEYS[1], ARGV[1])");

  /// A script that returns the value of a field, or nothing, and the names of all fields.
  private static final byte[] NAMES =
      script(
          """
          local names = redis.call('HKEYS', KEYS[1])
          table.insert(names, 1, redis.call('HGET', KEYS[1], ARGV[1]) or '')
          return names
          """);

  private static final byte[] NOTHING = {};

  private HashFields() {}

  private static byte[] script(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Reads a field, from the primary if a replica lacks it.
  ///
  /// @return the value; null if there is none
  static byte @Nullable [] read(RedisConnection redis, byte[] key, byte[] field) {
    byte[] found = redis.hashCommands().hGet(key, field);
    if (found != null) {
      return found;
    }
    try {
      return redis.scriptingCommands().eval(FIELD, ReturnType.VALUE, 1, key, field);
    } catch (DataAccessException e) {
      requireNoScripts(e);
      return null;
    }
  }

  /// Reads one field and the names of all fields, from the primary.
  ///
  /// @return the value, empty if there is none, and the names
  static List<byte[]> valueAndNames(RedisConnection redis, byte[] key, byte[] field) {
    try {
      List<byte[]> found = redis.scriptingCommands().eval(NAMES, ReturnType.MULTI, 1, key, field);
      return found == null ? List.of(NOTHING) : found; // null in a transaction
    } catch (DataAccessException e) {
      requireNoScripts(e);
    }
    byte[] value = redis.hashCommands().hGet(key, field);
    Set<byte[]> names = redis.hashCommands().hKeys(key);
    List<byte[]> found = new ArrayList<>();
    found.add(value == null ? NOTHING : value);
    found.addAll(names == null ? Set.of() : names);
    return found;
  }

  /// @throws DataAccessException the failure, unless it means that scripts are not permitted
  private static void requireNoScripts(DataAccessException e) {
    String message = String.valueOf(NestedExceptionUtils.getMostSpecificCause(e).getMessage());
    if (!message.startsWith("NOPERM") && !message.startsWith("ERR unknown command")) {
      throw e;
    }
  }
}
