// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hibernate.LazyInitializationException;
import org.hibernate.collection.spi.PersistentBag;
import org.hibernate.collection.spi.PersistentList;
import org.hibernate.collection.spi.PersistentMap;
import org.hibernate.collection.spi.PersistentSet;
import org.hibernate.collection.spi.PersistentSortedMap;
import org.hibernate.collection.spi.PersistentSortedSet;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.cache.support.NullValue;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.security.web.savedrequest.DefaultSavedRequest;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.servlet.FlashMap;

/// The classes of frameworks that caches and sessions hold.
class SegueSpringTest {

  private static final Serializer SERIALIZER = Order.serializer();

  @SuppressWarnings("unchecked")
  private static <T> T roundTrip(T value) {
    return (T) SERIALIZER.fromBytes(SERIALIZER.toBytes(value), Object.class);
  }

  @Nested
  class Security {

    private static final List<GrantedAuthority> AUTHORITIES =
        List.of(new SimpleGrantedAuthority("ROLE_USER"), new SimpleGrantedAuthority("ROLE_ADMIN"));

    @Test
    void securityContextKeepsPrincipalAuthoritiesAndDetails() {
      var user = new User("ann", "{noop}secret", true, true, true, false, AUTHORITIES);
      var login = UsernamePasswordAuthenticationToken.authenticated(user, null, AUTHORITIES);
      login.setDetails(new WebAuthenticationDetails("127.0.0.1", "session-1"));
      var same = roundTrip(new SecurityContextImpl(login));
      assertEquals(new SecurityContextImpl(login), same);
      var token = requireNonNull(same.getAuthentication());
      assertTrue(token.isAuthenticated());
      assertEquals(login.getDetails(), token.getDetails());
      var read = (User) requireNonNull(token.getPrincipal());
      assertEquals("{noop}secret", read.getPassword());
      assertFalse(read.isAccountNonLocked());
      assertEquals(List.copyOf(user.getAuthorities()), List.copyOf(read.getAuthorities()));
    }

    @Test
    void ownPrincipalIsRestored() {
      var login =
          UsernamePasswordAuthenticationToken.authenticated(
              new Order.Item("principal", 1),
              "credentials",
              List.of(
                  FactorGrantedAuthority.withAuthority("FACTOR_PASSWORD")
                      .issuedAt(Instant.EPOCH)
                      .build()));
      assertEquals(login, roundTrip(login));
    }

    @Test
    void exceptionOfAFailedLoginSurvivesInTheSession() {
      var e = new BadCredentialsException("Bad credentials", new IllegalStateException("cause"));
      var same = roundTrip(e);
      assertEquals("Bad credentials", same.getMessage());
      assertEquals("cause", requireNonNull(same.getCause()).getMessage());
      assertEquals(e.getStackTrace()[0], same.getStackTrace()[0]);
    }

    @Test
    void savedRequestAndTokenAreRestored() {
      var request =
          new DefaultSavedRequest.Builder()
              .setScheme("https")
              .setServerName("shop.example.com")
              .setServerPort(443)
              .setRequestURI("/orders")
              .setMethod("GET")
              .setHeaders(new TreeMap<>(Map.of("Accept", List.of("text/html"))))
              .setParameters(Map.of("id", new String[] {"1"}))
              .setCookies(new ArrayList<>())
              .setLocales(new ArrayList<>())
              .build();
      var same = roundTrip(request);
      assertEquals(request.getRedirectUrl(), same.getRedirectUrl());
      assertEquals(List.of("text/html"), same.getHeaderValues("accept"));
      assertEquals("t", roundTrip(new DefaultCsrfToken("X-CSRF", "_csrf", "t")).getToken());
    }
  }

  @Test
  void pagesKeepPageableSortAndTotal() {
    var sort = Sort.by(Sort.Order.desc("id").nullsLast().ignoreCase(), Sort.Order.asc("name"));
    var page = new PageImpl<>(List.of(Order.of(1)), PageRequest.of(2, 1, sort), 7);
    var same = roundTrip(page);
    assertEquals(page, same);
    assertEquals(7, same.getTotalElements());
    assertEquals(sort, same.getSort());
    var all = new PageImpl<>(List.of(Order.of(1), Order.of(2)));
    assertEquals(all, roundTrip(all));
    assertTrue(roundTrip(all).getPageable().isUnpaged());
    var slice = new SliceImpl<>(List.of("a"), Pageable.ofSize(1), true);
    assertTrue(roundTrip(slice).hasNext());
  }

  record Wide(Optional<Order> some, Optional<Order> none, @Nullable Object any) {}

  @Test
  void optionalsRecordsAndJsonLikeMapsAreRestored() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("text", "a");
    json.put("numbers", List.of(1, 2L, 3.5));
    json.put("nothing", null);
    json.put("nested", Map.of("list", new ArrayList<>(List.of(Map.of("deep", true)))));
    var value = new Wide(Optional.of(Order.of(1)), Optional.empty(), json);
    assertEquals(value, roundTrip(value));
    assertEquals(json, roundTrip(json));
    assertEquals(Optional.of("root"), roundTrip(Optional.of("root")));
  }

  @Test
  void cachedNullIsTheSameInstance() {
    assertSame(NullValue.INSTANCE, roundTrip(NullValue.INSTANCE));
  }

  @Test
  void flashMapOfARedirectIsRestored() {
    var flash = new FlashMap();
    flash.put("message", "saved");
    flash.setTargetRequestPath("/orders");
    flash.addTargetRequestParam("id", "1");
    flash.startExpirationPeriod(60);
    var same = roundTrip(flash);
    assertEquals(flash, same);
    assertEquals(flash.getTargetRequestParams(), same.getTargetRequestParams());
    assertEquals(flash.getExpirationTime(), same.getExpirationTime());
  }

  @Nested
  class Hibernate {

    record Entity(
        List<String> bag,
        Collection<String> list,
        Set<String> set,
        SortedSet<String> sorted,
        Map<String, Integer> map,
        SortedMap<String, Integer> sortedMap) {}

    /// Answers the calls that the constructors of collections make.
    private static final SharedSessionContractImplementor SESSION =
        stub(SharedSessionContractImplementor.class);

    private static <T> T stub(Class<T> type) {
      InvocationHandler answers =
          (_, method, _) -> {
            Class<?> result = method.getReturnType();
            if (result == LoadQueryInfluencers.class) {
              return new LoadQueryInfluencers(stub(SessionFactoryImplementor.class));
            }
            if (result.isInterface()) {
              return stub(result);
            }
            return result.isPrimitive() && result != void.class
                ? Array.get(Array.newInstance(result, 1), 0)
                : null;
          };
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static Entity loaded() {
      return new Entity(
          new PersistentBag<>(SESSION, new ArrayList<>(List.of("b", "a"))),
          new PersistentList<>(SESSION, new ArrayList<>(List.of("x"))),
          new PersistentSet<>(SESSION, new HashSet<>(Set.of("s"))),
          new PersistentSortedSet<>(SESSION, new TreeSet<>(List.of("2", "1"))),
          new PersistentMap<>(SESSION, new HashMap<>(Map.of("k", 1))),
          new PersistentSortedMap<>(SESSION, new TreeMap<>(Map.of("z", 1, "a", 2))));
    }

    @Test
    void loadedHibernateCollectionsBecomePlainOnes() {
      Entity entity = loaded();
      Entity same = roundTrip(entity);
      assertEquals(List.of("b", "a"), same.bag());
      assertSame(ArrayList.class, same.bag().getClass());
      assertSame(ArrayList.class, same.list().getClass());
      assertSame(LinkedHashSet.class, same.set().getClass());
      assertSame(TreeSet.class, same.sorted().getClass());
      assertSame(LinkedHashMap.class, same.map().getClass());
      assertSame(TreeMap.class, same.sortedMap().getClass());
      assertEquals(entity.map(), same.map());
      assertEquals(entity.sortedMap(), same.sortedMap());
    }

    @Test
    void unloadedCollectionIsHibernatesErrorWithItsPath() {
      var lazy = new PersistentBag<String>(SESSION);
      assertTrue(lazy.unsetSession(SESSION));
      var entity =
          new Entity(lazy, List.of(), Set.of(), new TreeSet<>(), Map.of(), new TreeMap<>());
      var e = assertThrows(SerializationException.class, () -> SERIALIZER.toBytes(entity));
      assertInstanceOf(LazyInitializationException.class, e.getCause());
      assertEquals("Entity.bag", e.path());
    }

    @Test
    void readerNeedsNoHibernate() {
      Serializer plain = Serializer.builder().allow(ClassRule.packagesOf(Order.class)).build();
      assertEquals(
          List.of("b", "a"), plain.fromBytes(SERIALIZER.toBytes(loaded()), Entity.class).bag());
    }
  }

  @Test
  void springClassesThatAreNotDataAreRefused() {
    assertFalse(SERIALIZER.canWrite(FilterChainProxy.class));
    assertFalse(SERIALIZER.canWrite(RestTemplate.class));
  }

  @Test
  void missingLibrariesAreNoError() {
    ClassLoader onlyJdk = ClassLoader.getPlatformClassLoader();
    Serializer serializer = SegueSpring.configure(Serializer.builder(), onlyJdk).build();
    assertEquals("x", serializer.fromBytes(serializer.toBytes("x"), String.class));
    assertNull(serializer.fromBytesOrNull(serializer.toBytes(null), String.class));
  }
}
