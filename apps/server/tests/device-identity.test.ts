import { createContext, runInContext } from 'node:vm'
import { createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { startServer } from './testing/server.ts'

const LIFETIME_MS = 604_800_000

/** A page of which only the rendering is missing: the script comes over HTTP and runs apart from ours. */
function openPage(url: string, loaded: Response[]) {
  const context = createContext({ location: { origin: url }, navigator: { userAgent: 'Agent/云' } })
  return {
    document: { cookie: '' },
    hostName: '127.0.0.1',
    isSecure: false,
    async loadScript(address: string) {
      const response = await fetch(address)
      loaded.push(response)
      runInContext(await response.text(), context)
    },
    global: (name: string): unknown => context[name],
    expose: () => () => undefined,
  }
}

onEachBackend((prepare) => {
  test('[DEV-7] [DEV-8] [CAL-33] [CAL-34] a page reports its device and keeps the sign that it gets', async () => {
    await using server = await startServer(await prepare())
    const loaded: Response[] = []
    const runtime = createMemoryRuntime({
      startMs: server.clock.now(),
      page: openPage(server.url, loaded),
      fetch: (url, init) => fetch(url, init),
    })
    const client = createAwanClient({ clientId: 'awan-web', origins: [server.url], runtime })

    const { sign } = await client.deviceIdentity.renew()
    expect(sign).toMatch(/^wdi10\.[0-9a-f]{64}$/)
    expect(client.deviceIdentity.read()?.sign).toBe(sign)
    expect(Object.fromEntries(loaded[0]?.headers ?? [])).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    // The same device reports again: its sign stays the same.
    expect((await client.deviceIdentity.renew({ force: true })).sign).toBe(sign)

    const deviceId = client.deviceId()
    expect(sign.slice('wdi10.'.length).slice(0, 32)).toBe(deviceId)
    const signIn = async (deviceSign: string) => {
      const answer = await fetch(`${server.url}/v1/auth/signin`, {
        method: 'POST',
        headers: {
          'x-client-id': 'awan-web',
          'x-device-id': deviceId,
          'x-device-sign': deviceSign,
        },
        body: JSON.stringify({ username: 'nobody@example.org', password: 'seven wet umbrellas' }),
      })
      return answer.json()
    }
    expect(await signIn(sign)).toMatchObject({ error: 'invalid_account_or_password' })
    const forged = `wdi10.${deviceId}${'0'.repeat(32)}`
    expect(await signIn(forged)).toMatchObject({ error: 'captcha_required' })

    // After its lifetime it proves nothing, which is no reason for a captcha; the next report replaces it.
    server.clock.advance(LIFETIME_MS + 1000)
    runtime.advance(LIFETIME_MS + 1000)
    expect(await signIn(sign)).toMatchObject({ error: 'invalid_account_or_password' })
    const renewed = await client.deviceIdentity.renew()
    expect(renewed.sign.slice(0, 38)).toBe(sign.slice(0, 38))
    expect(renewed.sign).not.toBe(sign)
    expect(await signIn(renewed.sign)).toMatchObject({ error: 'invalid_account_or_password' })
  })

  test('[CAL-33] a report sent as a form with a wrong hash is rejected', async () => {
    await using server = await startServer(await prepare())
    const form = { xl_fp_raw: 'a', xl_fp: 'b', xl_fp_sign: 'c', version: '2', cachetime: '1' }
    const response = await fetch(`${server.url}/risk?cmd=report`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_argument',
      error_description: 'xl_fp is not the MD5 of xl_fp_raw',
    })
    const unknown = await fetch(`${server.url}/risk?cmd=other`)
    expect(await unknown.json()).toMatchObject({ error: 'invalid_argument' })
  })
})
