import { expect, test } from 'vitest'
import { openTestPage } from '../device/testing/test-page.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { choosePasskey, makePasskey, readPasskeySupport } from './index.ts'

type Asked = {
  publicKey: Record<string, unknown>
  signal?: AbortSignal
  mediation?: string
}

/** Bytes whose text needs every character that base64url and base64 write differently. */
const bytes = new Uint8Array([0xfb, 0xff, 0xfe, 0x01])
const text = '-__-AQ'

const request = {
  challenge: text,
  rpId: 'drive.example.org',
  allowCredentials: [{ id: text, type: 'public-key', transports: ['usb'] }],
}
const creation = {
  challenge: text,
  rp: { name: 'Awan' },
  user: { id: text, name: 'ana', displayName: 'Ana' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  excludeCredentials: [{ id: text, type: 'public-key' }],
}
const used = {
  id: text,
  rawId: bytes.buffer,
  type: 'public-key',
  response: {
    clientDataJSON: bytes.buffer,
    authenticatorData: bytes.buffer,
    signature: bytes.buffer,
    userHandle: null as ArrayBuffer | null,
  },
}
const made = {
  ...used,
  response: {
    clientDataJSON: bytes.buffer,
    attestationObject: bytes.buffer,
    getTransports: () => ['internal'],
  },
}

/** A page whose browser answers as it is told. */
function openPage(answer: (asked: Asked) => unknown, globals: Record<string, unknown> = {}) {
  const asked: Asked[] = []
  const respond = async (options: Asked) => {
    asked.push(options)
    return answer(options)
  }
  const navigator = { credentials: { get: respond, create: respond } }
  const page = openTestPage({ globals: { navigator, ...globals } })
  return { asked, host: { runtime: createMemoryRuntime({ page }) } }
}

test('passkey options are passed to the browser as bytes, and its answer is returned as base64url', async () => {
  const { asked, host } = openPage(() => used)
  expect(await choosePasskey(host, request)).toEqual({
    id: text,
    rawId: text,
    type: 'public-key',
    response: { clientDataJSON: text, authenticatorData: text, signature: text },
  })
  expect(asked).toEqual([
    {
      publicKey: {
        challenge: bytes,
        rpId: 'drive.example.org',
        allowCredentials: [{ id: bytes, type: 'public-key', transports: ['usb'] }],
      },
    },
  ])
})

test('the user handle of a passkey is returned if the device gives one', async () => {
  const withHandle = { ...used, response: { ...used.response, userHandle: bytes.buffer } }
  const { host } = openPage(() => withHandle)
  expect((await choosePasskey(host, { challenge: text })).response.userHandle).toBe(text)
})

test('a field can offer passkeys as autofill until it is cancelled', async () => {
  const leaving = new AbortController()
  const { signal } = leaving
  const { asked, host } = openPage(
    ({ signal: given }) =>
      new Promise((_, reject) => {
        given?.addEventListener('abort', () => reject(given.reason))
      }),
  )
  const chosen = caught(choosePasskey(host, request, { signal, isAutofill: true }))
  expect(asked).toMatchObject([{ mediation: 'conditional' }])
  leaving.abort()
  expect((await chosen).error).toBe('cancelled')
  expect((await caught(choosePasskey(host, request, { signal }))).error).toBe('cancelled')
  expect(asked).toHaveLength(1)
})

test('a passkey is created for the account, excluding devices that have one', async () => {
  const { asked, host } = openPage(() => made)
  expect(await makePasskey(host, creation)).toEqual({
    id: text,
    rawId: text,
    type: 'public-key',
    response: { clientDataJSON: text, attestationObject: text, transports: ['internal'] },
  })
  expect(asked).toMatchObject([
    {
      publicKey: {
        challenge: bytes,
        user: { id: bytes, name: 'ana', displayName: 'Ana' },
        excludeCredentials: [{ id: bytes, type: 'public-key' }],
      },
    },
  ])
})

test.for([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'already_exists'],
  ['NotSupportedError', 'unimplemented'],
  ['ConstraintError', 'unimplemented'],
  ['SecurityError', 'unimplemented'],
  ['UnknownError', 'local'],
])('the browser error %s becomes %s', async ([name, error]) => {
  const { host } = openPage(() => {
    throw new DOMException('of the browser', name)
  })
  expect((await caught(makePasskey(host, creation))).error).toBe(error)
  expect((await caught(choosePasskey(host, request))).error).toBe(error)
})

test('a browser answer without a passkey is reported as cancelled', async () => {
  for (const nothing of [null, undefined, { type: 'password', id: 'x' }]) {
    const { host } = openPage(() => nothing)
    expect((await caught(choosePasskey(host, request))).error).toBe('cancelled')
  }
})

test('passkeys are unimplemented without a page or without TLS', async () => {
  const nowhere = { runtime: createMemoryRuntime() }
  const page = openTestPage({ globals: { navigator: {}, PublicKeyCredential: {} } })
  for (const host of [nowhere, { runtime: createMemoryRuntime({ page }) }]) {
    expect((await caught(choosePasskey(host, request))).error).toBe('unimplemented')
    expect(await readPasskeySupport(host)).toEqual({ passkeys: false, autofill: false })
  }
})

test('passkey support includes whether a field can offer passkeys', async () => {
  for (const [isConditionalMediationAvailable, autofill] of [
    [async () => true, true],
    [async () => false, false],
    [() => Promise.reject(new Error('x')), false],
    [undefined, false],
  ] as const) {
    const PublicKeyCredential = { isConditionalMediationAvailable }
    const { host } = openPage(() => used, { PublicKeyCredential })
    expect(await readPasskeySupport(host)).toEqual({ passkeys: true, autofill })
  }
})

test('invalid passkey options are a local error, and the browser is not asked', async () => {
  const { asked, host } = openPage(() => used)
  const list = { challenge: text, allowCredentials: 'all', excludeCredentials: 'all' }
  for (const wrong of [undefined, null, {}, { challenge: 5 }, { challenge: '***' }, list]) {
    for (const call of [choosePasskey, makePasskey]) {
      expect((await caught(call(host, wrong as never))).error).toBe('local')
    }
  }
  expect(asked).toEqual([])
})
