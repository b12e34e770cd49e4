// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.OidcUserInfo;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;
import org.springframework.security.saml2.core.Saml2Error;
import org.springframework.security.saml2.provider.service.authentication.DefaultSaml2AuthenticatedPrincipal;
import org.springframework.security.saml2.provider.service.authentication.Saml2AssertionAuthentication;
import org.springframework.security.saml2.provider.service.authentication.Saml2Authentication;
import org.springframework.security.saml2.provider.service.authentication.Saml2AuthenticationException;
import org.springframework.security.saml2.provider.service.authentication.Saml2PostAuthenticationRequest;
import org.springframework.security.saml2.provider.service.authentication.Saml2RedirectAuthenticationRequest;
import org.springframework.security.saml2.provider.service.authentication.Saml2ResponseAssertion;
import org.springframework.security.saml2.provider.service.authentication.logout.Saml2LogoutRequest;
import org.springframework.security.saml2.provider.service.registration.RelyingPartyRegistration;
import org.springframework.security.saml2.provider.service.registration.Saml2MessageBinding;
import org.springframework.security.web.savedrequest.SimpleSavedRequest;
import org.springframework.security.web.webauthn.api.AuthenticatorSelectionCriteria;
import org.springframework.security.web.webauthn.api.AuthenticatorTransport;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.CredProtectAuthenticationExtensionsClientInput;
import org.springframework.security.web.webauthn.api.CredProtectAuthenticationExtensionsClientInput.CredProtect;
import org.springframework.security.web.webauthn.api.ImmutableAuthenticationExtensionsClientInput;
import org.springframework.security.web.webauthn.api.ImmutableAuthenticationExtensionsClientInputs;
import org.springframework.security.web.webauthn.api.ImmutablePublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialCreationOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialDescriptor;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialParameters;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRpEntity;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;
import org.springframework.security.web.webauthn.authentication.WebAuthnAuthentication;

/// Session data of logins: the classes of Spring Security's modules, without any setting.
class SecuritySessionsTest {

  private static final Serializer SERIALIZER =
      SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring").build();

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final List<GrantedAuthority> AUTHORITIES =
      List.of(new SimpleGrantedAuthority("ROLE_USER"));

  @SuppressWarnings("unchecked")
  private static <T> T roundTrip(T value) {
    return (T) SERIALIZER.fromBytes(SERIALIZER.toBytes(value), Object.class);
  }

  private static void assertLoginComesBack(Authentication login) {
    var context = new SecurityContextImpl(login);
    assertEquals(context, roundTrip(context));
    assertTrue(requireNonNull(roundTrip(context).getAuthentication()).isAuthenticated());
  }

  @Test
  void multiFactorAuthenticationIsRestored() {
    Authentication own =
        new Authentication() {
          @Override
          public Collection<? extends GrantedAuthority> getAuthorities() {
            return AUTHORITIES;
          }

          @Override
          public @Nullable Object getCredentials() {
            return null;
          }

          @Override
          public Object getDetails() {
            return "details";
          }

          @Override
          public Object getPrincipal() {
            return "ann";
          }

          @Override
          public boolean isAuthenticated() {
            return true;
          }

          @Override
          public void setAuthenticated(boolean isAuthenticated) {}

          @Override
          public String getName() {
            return "ann";
          }
        };
    Authentication same = roundTrip(own.toBuilder().build());
    assertEquals("ann", same.getPrincipal());
    assertEquals(List.copyOf(AUTHORITIES), List.copyOf(same.getAuthorities()));
    assertTrue(same.isAuthenticated());
  }

  @Test
  void reactiveSavedRequestAndTokenAreRestored() {
    assertEquals("/orders", roundTrip(new SimpleSavedRequest("/orders")).getRedirectUrl());
    var token =
        new org.springframework.security.web.server.csrf.DefaultCsrfToken("X-CSRF", "_csrf", "t");
    assertEquals("t", roundTrip(token).getToken());
  }

  @Nested
  class OAuth2 {

    private static final ClientRegistration CLIENT =
        ClientRegistration.withRegistrationId("idp")
            .clientId("shop")
            .clientSecret("secret")
            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
            .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
            .scope("openid", "profile")
            .authorizationUri("https://idp.example.com/authorize")
            .tokenUri("https://idp.example.com/token")
            .userInfoUri("https://idp.example.com/userinfo")
            .userNameAttributeName("sub")
            .jwkSetUri("https://idp.example.com/jwks")
            .issuerUri("https://idp.example.com")
            .providerConfigurationMetadata(Map.of("scopes_supported", List.of("openid")))
            .build();

    private static OidcIdToken idToken() throws MalformedURLException {
      Map<String, Object> claims = new LinkedHashMap<>();
      claims.put("iss", URI.create("https://idp.example.com").toURL());
      claims.put("sub", "ann");
      claims.put("aud", List.of("shop"));
      claims.put("iat", NOW);
      claims.put("exp", NOW.plusSeconds(60));
      claims.put("email_verified", true);
      claims.put("address", Map.of("country", "IE"));
      return new OidcIdToken("token", NOW, NOW.plusSeconds(60), claims);
    }

    @Test
    void openIdConnectLoginIsRestored() throws MalformedURLException {
      OidcIdToken token = idToken();
      var info = new OidcUserInfo(Map.of("sub", "ann", "given_name", "Ann"));
      var authorities =
          List.of(new OidcUserAuthority(token, info), new SimpleGrantedAuthority("SCOPE_openid"));
      var user = new DefaultOidcUser(authorities, token, info);
      var login = new OAuth2AuthenticationToken(user, authorities, "idp");
      assertLoginComesBack(login);
      var same = (DefaultOidcUser) roundTrip(login).getPrincipal();
      assertEquals(user.getClaims(), requireNonNull(same).getClaims());
      assertEquals(user.getIssuer(), same.getIssuer());
      assertEquals(NOW, same.getIssuedAt());
      assertEquals("Ann", same.getGivenName());
    }

    @Test
    void oauth2LoginIsRestored() {
      Map<String, Object> attributes =
          Map.of("login", "ann", "id", 7, "plan", Map.of("seats", List.of(1, 2)));
      var authorities = List.of(new OAuth2UserAuthority(attributes));
      var user = new DefaultOAuth2User(authorities, attributes, "login");
      assertLoginComesBack(new OAuth2AuthenticationToken(user, authorities, "github"));
    }

    @Test
    void pendingLoginRequestIsRestored() {
      var request =
          OAuth2AuthorizationRequest.authorizationCode()
              .authorizationUri("https://idp.example.com/authorize")
              .clientId("shop")
              .redirectUri("https://shop.example.com/login/oauth2/code/idp")
              .scope("openid")
              .state("state")
              .additionalParameters(Map.of("nonce", "n"))
              .attributes(Map.of("registration_id", "idp", "code_verifier", "v"))
              .build();
      OAuth2AuthorizationRequest same = roundTrip(request);
      assertEquals(request.getAuthorizationRequestUri(), same.getAuthorizationRequestUri());
      assertEquals(request.getAttributes(), same.getAttributes());
      assertEquals(request.getGrantType(), same.getGrantType());
      assertEquals(request.getResponseType(), same.getResponseType());
      assertEquals(request.getScopes(), same.getScopes());
    }

    @Test
    void authorizedClientsKeepTheirTokensAndRegistration() {
      var client =
          new OAuth2AuthorizedClient(
              CLIENT,
              "ann",
              new OAuth2AccessToken(
                  OAuth2AccessToken.TokenType.BEARER,
                  "access",
                  NOW,
                  NOW.plusSeconds(60),
                  Set.of("openid")),
              new OAuth2RefreshToken("refresh", NOW));
      Map<String, OAuth2AuthorizedClient> inSession = new HashMap<>(Map.of("idp", client));
      OAuth2AuthorizedClient same = requireNonNull(roundTrip(inSession).get("idp"));
      assertEquals(client.getAccessToken(), same.getAccessToken());
      assertEquals(client.getAccessToken().getScopes(), same.getAccessToken().getScopes());
      assertEquals(client.getRefreshToken(), same.getRefreshToken());
      ClientRegistration registration = same.getClientRegistration();
      assertEquals("idp", registration.getRegistrationId());
      assertEquals("secret", registration.getClientSecret());
      assertEquals(CLIENT.getRedirectUri(), registration.getRedirectUri());
      assertEquals(CLIENT.getScopes(), registration.getScopes());
      assertEquals(CLIENT.getAuthorizationGrantType(), registration.getAuthorizationGrantType());
      assertEquals(
          CLIENT.getClientAuthenticationMethod(), registration.getClientAuthenticationMethod());
      var provider = registration.getProviderDetails();
      assertEquals("https://idp.example.com/authorize", provider.getAuthorizationUri());
      assertEquals("https://idp.example.com/token", provider.getTokenUri());
      assertEquals("https://idp.example.com/jwks", provider.getJwkSetUri());
      assertEquals("sub", provider.getUserInfoEndpoint().getUserNameAttributeName());
      assertEquals(
          CLIENT.getProviderDetails().getConfigurationMetadata(),
          provider.getConfigurationMetadata());
      assertEquals(
          CLIENT.getClientSettings().isRequireProofKey(),
          registration.getClientSettings().isRequireProofKey());
    }

    @Test
    void failedLoginKeepsItsError() {
      var e =
          new OAuth2AuthenticationException(new OAuth2Error("access_denied", "No", "uri"), "no");
      OAuth2AuthenticationException same = roundTrip(e);
      assertEquals("no", same.getMessage());
      assertEquals("access_denied", same.getError().getErrorCode());
      assertEquals("No", same.getError().getDescription());
    }
  }

  /// Without OpenSAML, which what sessions hold does not need.
  @Nested
  class Saml2 {

    private static final String RESPONSE = "<saml2p:Response/>";
    private static final Map<String, List<Object>> ATTRIBUTES =
        Map.of("groups", List.of("staff", "admin"), "level", List.of(7), "since", List.of(NOW));

    private static RelyingPartyRegistration registration() {
      return RelyingPartyRegistration.withRegistrationId("idp")
          .entityId("shop")
          .assertingPartyMetadata(party ->
              party
                  .entityId("https://idp.example.com")
                  .singleSignOnServiceLocation("https://idp.example.com/login")
                  .singleLogoutServiceLocation("https://idp.example.com/logout"))
          .build();
    }

    @Test
    void loginComesBackWithItsAssertion() {
      var assertion =
          Saml2ResponseAssertion.withResponseValue(RESPONSE)
              .nameId("ann")
              .sessionIndexes(List.of("1"))
              .attributes(ATTRIBUTES)
              .build();
      var login = new Saml2AssertionAuthentication("ann", assertion, AUTHORITIES, "idp");
      var context = roundTrip(new SecurityContextImpl(login));
      var same = (Saml2AssertionAuthentication) requireNonNull(context.getAuthentication());
      assertEquals("ann", same.getName());
      assertTrue(same.isAuthenticated());
      assertEquals(AUTHORITIES, List.copyOf(same.getAuthorities()));
      assertEquals("idp", same.getRelyingPartyRegistrationId());
      assertEquals(RESPONSE, same.getSaml2Response());
      assertEquals("ann", same.getCredentials().getNameId());
      assertEquals(List.of("1"), same.getCredentials().getSessionIndexes());
      assertEquals(ATTRIBUTES, same.getCredentials().getAttributes());
    }

    @Test
    @SuppressWarnings("deprecation") // Sessions that are there have it.
    void loginOfAnEarlierReleaseComesBack() {
      var principal = new DefaultSaml2AuthenticatedPrincipal("ann", ATTRIBUTES, List.of("1"));
      principal.setRelyingPartyRegistrationId("idp");
      var login = new Saml2Authentication(principal, RESPONSE, AUTHORITIES);
      assertLoginComesBack(login);
      var same = (DefaultSaml2AuthenticatedPrincipal) roundTrip(login).getPrincipal();
      assertEquals(ATTRIBUTES, same.getAttributes());
      assertEquals(List.of("1"), same.getSessionIndexes());
      assertEquals("idp", same.getRelyingPartyRegistrationId());
    }

    @Test
    void requestsOfALoginAndOfALogoutThatAreUnderWayComeBack() {
      Saml2RedirectAuthenticationRequest redirect =
          roundTrip(
              Saml2RedirectAuthenticationRequest.withRelyingPartyRegistration(registration())
                  .samlRequest("request")
                  .relayState("state")
                  .id("1")
                  .sigAlg("rsa")
                  .signature("signature")
                  .build());
      assertEquals("request", redirect.getSamlRequest());
      assertEquals("https://idp.example.com/login", redirect.getAuthenticationRequestUri());
      assertEquals("state", redirect.getRelayState());
      assertEquals("signature", redirect.getSignature());
      Saml2PostAuthenticationRequest post =
          roundTrip(
              Saml2PostAuthenticationRequest.withRelyingPartyRegistration(registration())
                  .samlRequest("request")
                  .id("2")
                  .build());
      assertEquals("2", post.getId());
      Saml2LogoutRequest logout =
          roundTrip(
              Saml2LogoutRequest.withRelyingPartyRegistration(registration())
                  .samlRequest("logout")
                  .relayState("state")
                  .id("3")
                  .build());
      assertEquals("https://idp.example.com/logout", logout.getLocation());
      assertEquals("logout", logout.getSamlRequest());
      assertEquals("state", logout.getRelayState());
      assertSame(Saml2MessageBinding.REDIRECT, logout.getBinding());
      assertEquals("idp", logout.getRelyingPartyRegistrationId());
    }

    @Test
    void failedLoginComesBackWithItsError() {
      var error = new Saml2Error("invalid_assertion", "expired");
      var same = roundTrip(new Saml2AuthenticationException(error));
      assertEquals("invalid_assertion", same.getSaml2Error().getErrorCode());
      assertEquals("expired", same.getSaml2Error().getDescription());
    }
  }

  @Nested
  class WebAuthn {

    private static final byte[] ID = {1, 2, 3};

    private static ImmutablePublicKeyCredentialUserEntity user() {
      var builder = ImmutablePublicKeyCredentialUserEntity.builder().name("ann");
      return (ImmutablePublicKeyCredentialUserEntity)
          builder.id(new Bytes(ID)).displayName("Ann").build();
    }

    private static PublicKeyCredentialDescriptor credential() {
      return PublicKeyCredentialDescriptor.builder()
          .id(new Bytes(ID))
          .transports(Set.of(AuthenticatorTransport.USB))
          .build();
    }

    @Test
    void loginComesBack() {
      assertLoginComesBack(new WebAuthnAuthentication(user(), AUTHORITIES));
    }

    @Test
    void challengeOfARegistrationComesBack() {
      var protect = new CredProtect(CredProtect.ProtectionPolicy.USER_VERIFICATION_REQUIRED, true);
      var options =
          PublicKeyCredentialCreationOptions.builder()
              .rp(PublicKeyCredentialRpEntity.builder().id("example.com").name("Shop").build())
              .user(user())
              .challenge(new Bytes(ID))
              .pubKeyCredParams(PublicKeyCredentialParameters.ES256)
              .timeout(Duration.ofMinutes(5))
              .excludeCredentials(List.of(credential()))
              .authenticatorSelection(
                  AuthenticatorSelectionCriteria.builder()
                      .residentKey(ResidentKeyRequirement.REQUIRED)
                      .userVerification(UserVerificationRequirement.PREFERRED)
                      .build())
              .extensions(
                  new ImmutableAuthenticationExtensionsClientInputs(
                      ImmutableAuthenticationExtensionsClientInput.credProps,
                      new CredProtectAuthenticationExtensionsClientInput(protect)))
              .build();
      PublicKeyCredentialCreationOptions same = roundTrip(options);
      assertEquals(new Bytes(ID), same.getChallenge());
      assertEquals("example.com", requireNonNull(same.getRp()).getId());
      assertEquals(user(), same.getUser());
      assertEquals(Duration.ofMinutes(5), same.getTimeout());
      assertEquals(
          PublicKeyCredentialParameters.ES256.getAlg().getValue(),
          same.getPubKeyCredParams().getFirst().getAlg().getValue());
      PublicKeyCredentialDescriptor excluded = same.getExcludeCredentials().getFirst();
      assertArrayEquals(ID, requireNonNull(excluded.getId()).getBytes());
      assertEquals(Set.of(AuthenticatorTransport.USB), excluded.getTransports());
      var extensions = requireNonNull(same.getExtensions()).getInputs();
      assertEquals(true, extensions.getFirst().getInput());
      var read = (CredProtect) requireNonNull(extensions.getLast().getInput());
      assertSame(protect.getCredProtectionPolicy(), read.getCredProtectionPolicy());
    }

    @Test
    void challengeOfALoginComesBack() {
      var options =
          PublicKeyCredentialRequestOptions.builder()
              .challenge(new Bytes(ID))
              .rpId("example.com")
              .timeout(Duration.ofMinutes(5))
              .allowCredentials(List.of(credential()))
              .userVerification(UserVerificationRequirement.REQUIRED)
              .extensions(new ImmutableAuthenticationExtensionsClientInputs(List.of()))
              .build();
      PublicKeyCredentialRequestOptions same = roundTrip(options);
      assertEquals(new Bytes(ID), same.getChallenge());
      assertEquals(options.getTimeout(), same.getTimeout());
      assertEquals("required", requireNonNull(same.getUserVerification()).getValue());
      assertFalse(same.getAllowCredentials().isEmpty());
    }
  }
}
