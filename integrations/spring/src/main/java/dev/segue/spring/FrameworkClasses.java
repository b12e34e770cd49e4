// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import java.util.Optional;
import java.util.Set;

/// The classes of Spring and Hibernate that caches and sessions hold, by name: each of these
/// libraries is optional.
final class FrameworkClasses {

  private static final String SECURITY = "org.springframework.security.";
  private static final String DOMAIN = "org.springframework.data.domain.";

  /// Data alone: no class that does something when it is read.
  private static final Set<String> DATA =
      Set.of(
          "org.springframework.cache.support.NullValue",
          "org.springframework.util.LinkedMultiValueMap",
          "org.springframework.util.MultiValueMapAdapter",
          "org.springframework.web.servlet.FlashMap",
          DOMAIN + "PageImpl",
          DOMAIN + "SliceImpl",
          DOMAIN + "PageRequest",
          DOMAIN + "Unpaged",
          DOMAIN + "Sort",
          DOMAIN + "Sort$Order",
          DOMAIN + "Sort$Direction",
          DOMAIN + "Sort$NullHandling",
          SECURITY + "core.context.SecurityContextImpl",
          SECURITY + "core.authority.SimpleGrantedAuthority",
          SECURITY + "core.authority.FactorGrantedAuthority",
          SECURITY + "core.userdetails.User",
          SECURITY + "core.userdetails.User$AuthorityComparator",
          SECURITY + "authentication.AnonymousAuthenticationToken",
          SECURITY + "authentication.RememberMeAuthenticationToken",
          SECURITY + "authentication.UsernamePasswordAuthenticationToken",
          SECURITY + "authentication.ott.DefaultOneTimeToken",
          SECURITY + "authentication.ott.OneTimeTokenAuthentication",
          SECURITY + "web.authentication.WebAuthenticationDetails",
          SECURITY + "web.authentication.preauth.PreAuthenticatedAuthenticationToken",
          SECURITY
              + "web.authentication.preauth.PreAuthenticatedGrantedAuthoritiesWebAuthenticationDetails",
          SECURITY + "web.authentication.switchuser.SwitchUserGrantedAuthority",
          SECURITY + "web.csrf.DefaultCsrfToken",
          SECURITY + "web.savedrequest.DefaultSavedRequest",
          SECURITY + "web.savedrequest.SavedCookie");

  private static final String PERSISTENT = "org.hibernate.collection.spi.PersistentCollection";

  private FrameworkClasses() {}

  /// Whether a binary name is that of a class of data.
  static boolean isData(String name) {
    return DATA.contains(name) || (name.startsWith(SECURITY) && name.endsWith("Exception"));
  }

  /// The interface of Hibernate's collections and maps, if Hibernate is there.
  static Optional<Class<?>> persistentCollection(ClassLoader loader) {
    try {
      return Optional.of(Class.forName(PERSISTENT, false, loader));
    } catch (ClassNotFoundException | LinkageError _) {
      return Optional.empty();
    }
  }
}
