import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

function providersOf(env: Record<string, string>) {
  const result = readConfig(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config.providers
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readConfig(env)
  return result.ok ? [] : result.problems
}

test('a client id and a secret enable a provider', () => {
  const [google, ...rest] = providersOf({
    AWAN_PROVIDER_GOOGLE_CLIENT_ID: 'id',
    AWAN_PROVIDER_GOOGLE_CLIENT_SECRET: 's3cret',
  })
  expect(rest).toEqual([])
  expect(google).toMatchObject({ id: 'google', preset: 'google', name: 'Google', clientId: 'id' })
  expect(google?.clientSecret?.reveal()).toBe('s3cret')
  expect(inspect(google)).not.toContain('s3cret')
})

test('client ids of native apps are a list separated by commas', () => {
  const [google] = providersOf({
    AWAN_PROVIDER_GOOGLE_CLIENT_ID: 'id',
    AWAN_PROVIDER_GOOGLE_CLIENT_SECRET: 's3cret',
    AWAN_PROVIDER_GOOGLE_APP_CLIENT_IDS: 'android.apps, ios.apps,',
  })
  expect(google?.appClientIds).toEqual(['android.apps', 'ios.apps'])
})

test('a custom OpenID provider has an issuer and a name', () => {
  const [own] = providersOf({
    AWAN_PROVIDER_OIDC_CLIENT_ID: 'id',
    AWAN_PROVIDER_OIDC_ISSUER: 'https://login.example.org/realms/home/',
    AWAN_PROVIDER_OIDC_NAME: 'Our login',
  })
  expect(own).toMatchObject({
    id: 'oidc',
    name: 'Our login',
    issuer: 'https://login.example.org/realms/home',
    clientSecret: undefined,
  })
})

test("Apple's key keeps its line breaks", () => {
  const [apple] = providersOf({
    AWAN_PROVIDER_APPLE_CLIENT_ID: 'id',
    AWAN_PROVIDER_APPLE_CLIENT_SECRET: '-----BEGIN-----\\nabc\\n-----END-----',
    AWAN_PROVIDER_APPLE_TEAM_ID: 'T',
    AWAN_PROVIDER_APPLE_KEY_ID: 'K',
  })
  expect(apple?.clientSecret?.reveal()).toBe('-----BEGIN-----\nabc\n-----END-----')
})

test('missing, incomplete and unsafe provider settings are named', () => {
  expect(
    problemsOf({
      AWAN_PROVIDER_GITHUB_CLIENT_ID: 'id',
      AWAN_PROVIDER_LINE_CLIENT_SECRET: 's',
      AWAN_PROVIDER_OIDC_CLIENT_ID: 'id',
      AWAN_PROVIDER_GITLAB_CLIENT_ID: 'id',
      AWAN_PROVIDER_GITLAB_CLIENT_SECRET: 's',
      AWAN_PROVIDER_GITLAB_ISSUER: 'http://git.example.org',
    }),
  ).toEqual([
    'AWAN_PROVIDER_GITHUB_CLIENT_SECRET is missing. AWAN_PROVIDER_GITHUB_CLIENT_ID needs it.',
    'AWAN_PROVIDER_GITLAB_ISSUER must begin with https://; http:// is allowed only for this machine in development.',
    'AWAN_PROVIDER_LINE_CLIENT_SECRET is set, but AWAN_PROVIDER_LINE_CLIENT_ID is missing.',
    'AWAN_PROVIDER_OIDC_ISSUER is missing. AWAN_PROVIDER_OIDC_CLIENT_ID needs it.',
  ])
})

test('an http issuer on this machine is allowed in development only', () => {
  const own = {
    AWAN_PROVIDER_OIDC_CLIENT_ID: 'id',
    AWAN_PROVIDER_OIDC_ISSUER: 'http://localhost:9000',
  }
  expect(providersOf(own)).toHaveLength(1)
  const problems = problemsOf({ ...own, AWAN_ENV: 'production' })
  expect(problems.join()).toContain('AWAN_PROVIDER_OIDC_ISSUER must begin with https://')
})
