import { describe, expect, test } from 'vitest'
import { findRedirectUriProblem, matchesRedirectUri } from './redirect-uri.ts'

describe('a redirect URI', () => {
  const registered = ['https://app.example/callback', 'http://127.0.0.1/callback']

  test.each([
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
  ])('a redirect URI matches the registered one: %s', (uri) => {
    expect(matchesRedirectUri(registered, uri)).toBe(true)
  })

  test.each([
    'https://app.example/callback/',
    'https://app.example/callback?next=https://evil.example',
    'https://app.example/Callback',
    'https://app.example:8443/callback',
    'https://app.example.evil.example/callback',
    'https://app.example@evil.example/callback',
    'https://evil.example/https://app.example/callback',
    'https://app.example/callback/../evil',
    'https://app.example/callback#x',
    'http://app.example/callback',
    '//app.example/callback',
    'http://localhost/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:49152/other',
    'http://127.0.0.1:99999999/callback',
    'javascript:alert(1)',
    '',
  ])('a redirect URI that differs from the registered one is refused: %s', (uri) => {
    expect(matchesRedirectUri(registered, uri)).toBe(false)
  })

  test.each([
    'https://app.example/callback?fixed=1',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'http://localhost:5173/callback',
    'com.example.app:/callback',
  ])('a redirect URI can be registered: %s', (uri) => {
    expect(findRedirectUriProblem(uri)).toBeUndefined()
  })

  test.each([
    'http://app.example/callback',
    'https://app.example/#fragment',
    'https://*.app.example/callback',
    'https://user:secret@app.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'app:/callback',
    '/callback',
    'https://app.example/a b',
  ])('a redirect URI cannot be registered: %s', (uri) => {
    expect(findRedirectUriProblem(uri)).toBeTypeOf('string')
  })
})
