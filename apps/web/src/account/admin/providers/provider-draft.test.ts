import { expect, test } from 'vitest'
import {
  findProviderProblems,
  isMoved,
  newProvider,
  toProviderDraft,
  toProviderFields,
} from './provider-draft.ts'

test('each identity provider preset reports its missing fields', () => {
  const missing = 'admin.field.missing'
  const nothing = { hasSecret: false }
  expect(findProviderProblems('google', newProvider('google'), nothing)).toEqual({
    client_id: missing,
    client_secret: missing,
  })
  expect(findProviderProblems('apple', newProvider('apple'), nothing)).toEqual({
    client_id: missing,
    client_secret: missing,
    team_id: missing,
    key_id: missing,
  })
  expect(findProviderProblems('oidc', { ...newProvider('oidc'), id: 'Our IdP' }, nothing)).toEqual({
    id: 'admin.provider.id.wrong',
    client_id: missing,
    issuer: missing,
  })
})

test('a stored client secret is neither asked for again nor sent', () => {
  const draft = toProviderDraft({
    id: 'github',
    preset: 'github',
    name: 'GitHub',
    client_id: 'Iv1.abc',
    has_secret: true,
    is_enabled: false,
    source: 'database',
  })
  expect(findProviderProblems('github', draft, { hasSecret: true })).toEqual({})
  expect(toProviderFields('github', draft)).toEqual({
    preset: 'github',
    name: undefined,
    client_id: 'Iv1.abc',
    client_secret: undefined,
    issuer: undefined,
    team_id: undefined,
    key_id: undefined,
    is_enabled: false,
  })
})

test('another issuer needs the client secret again, even where it is optional', () => {
  const start = { ...newProvider('oidc'), clientId: 'awan', issuer: 'https://login.example' }
  const stored = { hasSecret: true }
  expect(isMoved({ ...start, issuer: ' https://login.example/ ' }, start)).toBe(false)
  const draft = { ...start, issuer: 'https://other.example' }
  expect(isMoved(draft, start)).toBe(true)
  expect(findProviderProblems('oidc', draft, stored)).toEqual({})
  expect(findProviderProblems('oidc', draft, { ...stored, isMoved: true })).toEqual({
    client_secret: 'admin.field.missing',
  })
  const typed = { ...draft, secret: 'new' }
  expect(findProviderProblems('oidc', typed, { ...stored, isMoved: true })).toEqual({})
})
