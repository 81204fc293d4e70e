import { expect, test } from 'vitest'
import { emptyApp, findAppProblems, findUriProblem, toAppChange, toAppFields } from './app-draft.ts'

test('an app draft without a name and a redirect URI has two problems', () => {
  expect(findAppProblems(emptyApp)).toEqual({
    name: 'admin.app.name.missing',
    redirectUris: 'admin.app.redirect.missing',
  })
})

test('an app draft changes only what differs from what was shown', () => {
  const seen = { ...emptyApp, name: 'Notes', url: 'https://notes.example', redirectUris: 'a.b:/c' }
  expect(toAppChange(seen, seen)).toEqual({})
  expect(toAppChange({ ...seen, description: 'Keeps notes', url: ' ' }, seen)).toEqual({
    description: 'Keeps notes',
    url: null,
  })
  expect(toAppChange({ ...seen, redirectUris: 'a.b:/d\n' }, seen)).toEqual({
    redirect_uris: ['a.b:/d'],
  })
})

test('an app draft is converted for the server, without empty lines and fields', () => {
  const draft = {
    ...emptyApp,
    name: ' Notes ',
    redirectUris: '\n https://notes.example/callback \n\ncom.example.notes:/back\n',
    scopes: ['openid' as const, 'drive.read' as const],
  }
  expect(findAppProblems(draft)).toEqual({})
  expect(toAppFields(draft)).toEqual({
    name: 'Notes',
    description: undefined,
    url: undefined,
    picture: undefined,
    redirect_uris: ['https://notes.example/callback', 'com.example.notes:/back'],
    sign_out_uris: [],
    scope: 'openid drive.read',
    id_token_signed_response_alg: 'RS256',
    requires_pkce: true,
  })
})

test('only an app with a secret can be excused from PKCE', () => {
  const draft = { ...emptyApp, requiresPkce: false }
  expect(toAppFields(draft).requires_pkce).toBe(false)
  expect(toAppFields({ ...draft, isConfidential: false }).requires_pkce).toBe(true)
})

test('the first redirect URI that is not allowed is reported', () => {
  const redirectUris = 'https://notes.example/callback\nhttp://notes.example/'
  expect(findAppProblems({ ...emptyApp, name: 'Notes', redirectUris })).toEqual({
    redirectUris: { problem: 'admin.uri.http', uri: 'http://notes.example/' },
  })
})

test.each([
  ['https://a.example/cb', undefined],
  ['http://127.0.0.1/cb', undefined],
  ['http://localhost:3000/cb', undefined],
  ['com.example.app:/cb', undefined],
  ['callback', 'admin.uri.whole'],
  ['https://a.example/#x', 'admin.uri.fragment'],
  ['https://me@a.example/', 'admin.uri.user'],
  ['https://*.example/', 'admin.uri.wildcard'],
  ['http://a.example/', 'admin.uri.http'],
  ['javascript:alert(1)', 'admin.uri.scheme'],
])('the redirect URI %s has the problem %s', (uri, problem) => {
  expect(findUriProblem(uri)).toBe(problem)
})
