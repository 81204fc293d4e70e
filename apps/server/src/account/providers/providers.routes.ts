import {
  bindProvider,
  getProviderUri,
  grantProviderToken,
  listProviders,
  listSignInProviders,
  patchProviderToken,
  signInWithProvider,
  transferByProvider,
  transferProvider,
  unbindProvider,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import type { GrantedProviderToken } from './provider-tokens.ts'
import type { Providers } from './providers.ts'
import type { SignInWithProvider } from './sign-in-with-provider.ts'

/** Each visit is a row, and may make us call the third party. */
const VISITS = [{ by: 'address', points: 300, perSeconds: 600 }] as const

export function providerRoutes({
  db,
  providers,
  signIn,
}: {
  db: Database
  providers: Providers
  signIn: SignInWithProvider
}): Route[] {
  const { directory, visits, acceptNativeToken, bindings, transfer } = providers
  return [
    route(listSignInProviders, {}, async () => {
      const data = await db.read((reader) => directory.list(reader))
      return { total: data.length, data: data.map(({ id, name }) => ({ id, name })) }
    }),
    route(getProviderUri, { limits: VISITS }, async ({ query, caller }) => {
      const { uri, signOutUri } = await visits.begin(
        {
          providerId: query.provider_id,
          redirectUri: query.redirect_uri,
          state: query.state,
          responseType: query.response_type,
          codeChallenge: query['other_params[code_challenge]'],
          codeChallengeMethod: query['other_params[code_challenge_method]'],
          signOutUri: query['other_params[sign_out_uri]'],
        },
        caller,
      )
      return { uri, ...(signOutUri === undefined ? {} : { signout_uri: signOutUri }) }
    }),
    route(grantProviderToken, { limits: VISITS }, async ({ body, caller }) => {
      const { provider_id: providerId, provider_code: code, provider_params: params = {} } = body
      const { provider_id_token: idToken, provider_access_token: accessToken } = body
      if ([code, idToken, accessToken].filter((each) => each !== undefined).length !== 1) {
        throw new ServiceError('invalid_argument', {
          description: 'give one of provider_code, provider_id_token and provider_access_token',
        })
      }
      const granted =
        code === undefined
          ? await acceptNativeToken(
              { providerId, idToken, accessToken, nonce: params.nonce },
              caller,
            )
          : await visits.finish(
              { providerId, code, redirectUri: body.provider_redirect_uri, params },
              caller,
            )
      return toAnswer(granted)
    }),
    route(patchProviderToken, { limits: VISITS }, async ({ body }) =>
      toAnswer(await visits.complete(body.provider_token, body.provider_params)),
    ),
    route(signInWithProvider, { limits: VISITS }, ({ body, caller }) => signIn(body, caller)),
    route(bindProvider, sensitive, async ({ body, user, caller }) => {
      await bindings.bind(body.provider_token, user, caller)
      return {}
    }),
    route(listProviders, { user: true, beforeTwoFactor: true }, async ({ user }) => {
      const data = await bindings.list(user)
      return {
        total: data.length,
        data: data.map(({ id, name, isBound, userName }) => ({
          id,
          name,
          bind: isBound,
          ...(userName === undefined ? {} : { provider_user_name: userName }),
        })),
      }
    }),
    // ACC-37.
    route(unbindProvider, { ...sensitive, captcha: 'always' }, async ({ params, user, caller }) => {
      await bindings.unbind(params.provider_id, user, caller)
      return {}
    }),
    route(transferProvider, sensitive, async ({ params, body, user, caller }) => {
      const request = { providerId: params.provider_id, token: body.provider_trans_token }
      await transfer.take(request, user, caller)
      return { client_id: user.clientId }
    }),
    // A sign-in with its own proof: it gives nothing to the account that asks, so that sudo guards nothing.
    route(transferByProvider, { user: true, limits: VISITS }, ({ body, caller }) =>
      signIn(body, caller),
    ),
  ]
}

/** ACC-42: a new way in outlives the session, and so a stolen one must not be able to make it. */
const sensitive = {
  user: true,
  sudo: 'unless-fresh',
  limits: [{ by: 'user', points: 60, perSeconds: 3600, together: 'provider-bindings' }],
} as const

function toAnswer({ token, expiresIn, providerId, profile }: GrantedProviderToken) {
  const { name, picture, email, phoneNumber } = profile
  return {
    provider_token: token,
    expires_in: expiresIn,
    provider_profile: {
      provider_id: providerId,
      ...(name === undefined ? {} : { name }),
      ...(picture === undefined ? {} : { picture }),
      ...(email === undefined ? {} : { email }),
      ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
    },
  }
}
