import { expect, test } from 'vitest'
import {
  readAuthorizationRequest,
  readMistake,
  toAnswerAddress,
  toInfoQuery,
  withoutSignInPrompt,
} from './authorization-request.ts'

const base = 'client_id=notes&redirect_uri=https%3A%2F%2Fnotes.example%2Fback'

test('authorization parameters keep the exact text that the app sent', () => {
  const request = readAuthorizationRequest(
    `${base}&response_type=code&scope=openid+drive&state=1.0&nonce=%22n%22&code_challenge=c&code_challenge_method=S256&max_age=60&prompt=consent+login&login_hint=ana%40example.org`,
  )
  expect(request).toEqual({
    client_id: 'notes',
    redirect_uri: 'https://notes.example/back',
    response_type: 'code',
    scope: 'openid drive',
    state: '1.0',
    nonce: '"n"',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    max_age: 60,
    prompts: new Set(['consent', 'login']),
    loginHint: 'ana@example.org',
  })
})

test('[ENT-15] [CAL-31] what an app asks for is looked up with the whole authorization-info query', () => {
  const asked = `${base}&response_type=code&scope=openid&state=s&sign_out_uri=https%3A%2F%2Fnotes.example%2Fout&nonce=n&max_age=60`
  const request = readAuthorizationRequest(asked)
  expect(request && toInfoQuery(request, 'ko')).toEqual({
    client_id: 'notes',
    response_type: 'code',
    redirect_uri: 'https://notes.example/back',
    state: 's',
    scope: 'openid',
    sign_out_uri: 'https://notes.example/out',
    locale: 'ko',
  })
  const short = readAuthorizationRequest(base)
  expect(Object.keys((short && toInfoQuery(short, 'ko')) ?? {})).toEqual([
    'client_id',
    'redirect_uri',
    'locale',
  ])
})

test.each(['', 'client_id=notes', 'redirect_uri=https://x', `${base}&error=invalid_request_uri`])(
  'the query %j is not an authorization request',
  (raw) => {
    expect(readAuthorizationRequest(raw)).toBeUndefined()
  },
)

test('the error code of a failed authorization is read from the query', () => {
  expect(readMistake('error=invalid_request_uri')).toBe('invalid_request_uri')
  expect(readMistake(base)).toBeUndefined()
})

test('prompt=login is removed after the person has signed in again', () => {
  expect(withoutSignInPrompt(`${base}&prompt=login`)).toBe(base)
  expect(withoutSignInPrompt(`${base}&prompt=login+consent`)).toBe(`${base}&prompt=consent`)
})

test('a sign-in that the request has asked for is young enough for five minutes', () => {
  expect(withoutSignInPrompt(`${base}&max_age=0`)).toBe(`${base}&max_age=300`)
  expect(withoutSignInPrompt(`${base}&max_age=3600`)).toBe(`${base}&max_age=3600`)
})

test('the authorization response is added to a redirect URI with or without a query', () => {
  expect(toAnswerAddress('https://a.example/b', { code: 'x&y', state: undefined })).toBe(
    'https://a.example/b?code=x%26y',
  )
  expect(toAnswerAddress('app:/back?a=1', { error: 'login_required' })).toBe(
    'app:/back?a=1&error=login_required',
  )
})
