// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.spring.UnreadableValues;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.session.MapSession;
import org.springframework.session.data.redis.RedisSessionMapper;
import reactor.core.publisher.Mono;

/// Creates sessions of Spring Session from hashes in Redis. A hash whose creation time, last access
/// or interval is missing or unreadable yields no session: the repository then deletes it and the
/// user gets a new session, instead of an error on each request.
///
/// ```java
/// UnreadableValues unreadable = UnreadableValues.missing("sessions");
/// // the bean springSessionDefaultRedisSerializer
/// RedisSerializer<Object> values = SegueRedisSerializer.of(serializer).onUnreadable(unreadable);
/// // a SessionRepositoryCustomizer<RedisSessionRepository>
/// repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
/// ```
///
/// An attribute that cannot be read is missing from its session. [#reactive()] does the same for
/// reactive repositories.
@SuppressWarnings("exports") // optional libraries
public final class SegueSessionMapper
    implements BiFunction<String, Map<String, Object>, MapSession> {

  private final RedisSessionMapper mapper = new RedisSessionMapper();
  private final UnreadableValues unreadable;

  /// Creates the mapper.
  ///
  /// @param unreadable counts sessions treated as missing, or throws the failure
  public SegueSessionMapper(UnreadableValues unreadable) {
    this.unreadable = Objects.requireNonNull(unreadable, "unreadable");
  }

  /// Creates a session from a hash.
  ///
  /// @param id the id of the session
  /// @param hash its properties and attributes
  /// @return the session; null if none can be created
  @Override
  @SuppressWarnings("NullAway") // null makes the repositories delete the session
  public @Nullable MapSession apply(String id, Map<String, Object> hash) {
    try {
      return mapper.apply(id, hash);
    } catch (IllegalArgumentException | IllegalStateException | ClassCastException e) {
      unreadable.report(e);
      return null;
    }
  }

  /// Returns the mapper for `ReactiveRedisSessionRepository` and its indexed variant.
  ///
  /// @return a function that returns a session, or nothing
  public BiFunction<String, Map<String, Object>, Mono<MapSession>> reactive() {
    return (id, hash) -> Mono.justOrEmpty(apply(id, hash));
  }
}
