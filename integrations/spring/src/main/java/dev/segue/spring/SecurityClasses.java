// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The classes of Spring Security that sessions hold, by name, because each of its modules is
/// optional.
///
/// These are the classes that Spring Security itself can write as JSON, and the classes of their
/// parts: only data classes, without side effects when they are read.
final class SecurityClasses {

  private static final String ROOT = "org.springframework.security.";

  private static final List<String> CORE =
      of(
          "core",
          "SimpleAuthentication",
          "context.SecurityContextImpl",
          "authority.SimpleGrantedAuthority",
          "authority.FactorGrantedAuthority",
          "userdetails.User",
          "userdetails.User$AuthorityComparator");

  private static final List<String> AUTHENTICATION =
      of(
          "authentication",
          "AnonymousAuthenticationToken",
          "RememberMeAuthenticationToken",
          "UsernamePasswordAuthenticationToken",
          "ott.DefaultOneTimeToken",
          "ott.OneTimeTokenAuthentication");

  private static final List<String> WEB =
      of(
          "web",
          "authentication.WebAuthenticationDetails",
          "authentication.preauth.PreAuthenticatedAuthenticationToken",
          "authentication.preauth.PreAuthenticatedGrantedAuthoritiesWebAuthenticationDetails",
          "authentication.switchuser.SwitchUserGrantedAuthority",
          "csrf.DefaultCsrfToken",
          "savedrequest.DefaultSavedRequest",
          "savedrequest.SavedCookie",
          "savedrequest.SimpleSavedRequest",
          "server.csrf.DefaultCsrfToken");

  private static final List<String> OAUTH2_CLIENT =
      of("oauth2.client", "OAuth2AuthorizedClient", "authentication.OAuth2AuthenticationToken");

  private static final List<String> OAUTH2_CORE =
      of(
          "oauth2.core",
          "AuthenticationMethod",
          "AuthorizationGrantType",
          "ClientAuthenticationMethod",
          "DefaultOAuth2AuthenticatedPrincipal",
          "OAuth2AccessToken",
          "OAuth2AccessToken$TokenType",
          "OAuth2Error",
          "OAuth2RefreshToken",
          "endpoint.OAuth2AuthorizationRequest",
          "endpoint.OAuth2AuthorizationResponseType",
          "oidc.OidcIdToken",
          "oidc.OidcUserInfo",
          "oidc.user.DefaultOidcUser",
          "oidc.user.OidcUserAuthority",
          "user.DefaultOAuth2User",
          "user.OAuth2UserAuthority");

  private static final List<String> SAML2 =
      of(
          "saml2",
          "core.Saml2Error",
          "provider.service.authentication.DefaultSaml2AuthenticatedPrincipal",
          "provider.service.authentication.Saml2AssertionAuthentication",
          "provider.service.authentication.Saml2Authentication",
          "provider.service.authentication.Saml2PostAuthenticationRequest",
          "provider.service.authentication.Saml2RedirectAuthenticationRequest",
          "provider.service.authentication.Saml2ResponseAssertion",
          "provider.service.authentication.logout.Saml2LogoutRequest",
          "provider.service.registration.Saml2MessageBinding");

  private static final List<String> WEBAUTHN =
      of(
          "web.webauthn",
          "api.AttestationConveyancePreference",
          "api.AuthenticatorAttachment",
          "api.AuthenticatorSelectionCriteria",
          "api.AuthenticatorTransport",
          "api.Bytes",
          "api.COSEAlgorithmIdentifier",
          "api.CredProtectAuthenticationExtensionsClientInput",
          "api.CredProtectAuthenticationExtensionsClientInput$CredProtect",
          "api.CredProtectAuthenticationExtensionsClientInput$CredProtect$ProtectionPolicy",
          "api.ImmutableAuthenticationExtensionsClientInput",
          "api.ImmutableAuthenticationExtensionsClientInputs",
          "api.ImmutablePublicKeyCredentialUserEntity",
          "api.PublicKeyCredentialCreationOptions",
          "api.PublicKeyCredentialDescriptor",
          "api.PublicKeyCredentialParameters",
          "api.PublicKeyCredentialRequestOptions",
          "api.PublicKeyCredentialRpEntity",
          "api.PublicKeyCredentialType",
          "api.ResidentKeyRequirement",
          "api.UserVerificationRequirement",
          "authentication.WebAuthnAuthentication");

  private static final Set<String> ALL =
      Stream.of(CORE, AUTHENTICATION, WEB, OAUTH2_CLIENT, OAUTH2_CORE, SAML2, WEBAUTHN)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  private SecurityClasses() {}

  private static List<String> of(String part, String... names) {
    return Stream.of(names).map(name -> ROOT + part + "." + name).toList();
  }

  /// Whether a binary name is that of a data class in sessions, or of an exception, which a failed
  /// login leaves in its session.
  static boolean isData(String name) {
    return ALL.contains(name) || (name.startsWith(ROOT) && name.endsWith("Exception"));
  }
}
