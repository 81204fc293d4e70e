import type { NativeIdToken } from './verify-id-token.ts'

/** Whom a third party says that it has seen. Only `userId` identifies; the rest is for display. */
export interface ProviderProfile {
  userId: string
  name?: string | undefined
  picture?: string | undefined
  /** Left out unless the third party vouches for it. */
  email?: string | undefined
  phoneNumber?: string | undefined
  /** When the person last signed in there, if the third party tells. */
  authenticatedAt?: number | undefined
}

export interface AuthorizationRequest {
  redirectUri: string
  state: string
  nonce: string
  /** S256. */
  codeChallenge: string
  /** Ask the person to sign in there again, if the provider supports that. */
  signInAnew?: boolean
}

export interface AuthorizationAnswer {
  code: string
  redirectUri: string
  nonce: string
  codeVerifier: string
  /** RFC 9207: who answered, if the caller was told. */
  issuer?: string | undefined
}

/** One third party, whatever it speaks. Its failures become errors in `provider-error.ts`. */
export interface ThirdParty {
  /** Its page for people who sign in. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** Exchanges the code that the page gave. */
  identify(answer: AuthorizationAnswer): Promise<ProviderProfile>
  /** Of an ID token that an app of ours was given; undefined where there are none. */
  identifyByIdToken?(given: NativeIdToken): Promise<ProviderProfile>
  /** Only where the third party tells for which app an access token was made. */
  identifyByAccessToken?(accessToken: string): Promise<ProviderProfile>
  /** Its page for people who sign out, if it has one. */
  signOutUrl?(redirectUri: string): Promise<URL | undefined>
}
