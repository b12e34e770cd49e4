// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import org.reactivestreams.Publisher;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import reactor.core.publisher.Flux;

/// A reactive template for which a value that its serializer reads as null is missing: `get(key)`
/// is empty, and a list, a set or the values of a hash go on with the next element.
///
/// ```java
/// var values = SegueRedisSerializer.of(serializer).onUnreadable(UnreadableValues.missing("orders"));
/// var template = new SegueReactiveRedisTemplate<>(connections, values.context());
/// ```
///
/// Spring's own template makes an `InvalidDataAccessApiUsageException` of such a null, or a
/// `NullPointerException` for a field of a hash, and ends the whole sequence. What has a place for
/// null keeps it in both: the list of `multiGet`, an entry of a hash, a member with its score.
///
/// Spring Data reads the results of `setGet` with an expiration, of random members of sorted sets,
/// and of scripts elsewhere: there, null stays an error. All other failures stay errors as well.
///
/// @param <K> type of the keys
/// @param <V> type of the values
@SuppressWarnings("exports") // optional libraries
public class SegueReactiveRedisTemplate<K, V> extends ReactiveRedisTemplate<K, V> {

  private static final String NULL_ELEMENT = "Deserialized ";
  private static final String NULL_MAPPED = "The mapper [org.springframework.data.redis.core.";

  /// Creates a template.
  ///
  /// @param connections the connections
  /// @param context the serializers, such as [SegueRedisSerializer#context()]
  public SegueReactiveRedisTemplate(
      ReactiveRedisConnectionFactory connections, RedisSerializationContext<K, V> context) {
    super(connections, context);
  }

  @Override
  protected <T> Publisher<T> postProcessResult(
      Publisher<T> result, ReactiveRedisConnection connection, boolean existingConnection) {
    return Flux.from(super.postProcessResult(result, connection, existingConnection))
        .onErrorContinue(SegueReactiveRedisTemplate::isOfNull, (failure, element) -> {});
  }

  /// Whether Spring Data or Reactor failed since a value was read as null. Neither has a class of
  /// its own for that, and Spring Data also throws the first one if Redis refuses a command.
  private static boolean isOfNull(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof InvalidDataAccessApiUsageException
        ? message.startsWith(NULL_ELEMENT)
        : failure instanceof NullPointerException && message.startsWith(NULL_MAPPED);
  }
}
