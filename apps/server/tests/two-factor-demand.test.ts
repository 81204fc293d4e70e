import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { openRaw, signUpRaw, sudoRaw } from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('a required second step blocks files and settings until it is set up with the same token', async () => {
    await using server = await startServer(await prepare(), { requiresTwoFactor: 'everybody' })
    const raw = openRaw(server.url)
    const { token } = await signUpRaw(server.url, raw)
    for (const call of ['GET /drive/v1/about', 'GET /v1/user/sessions'] as const) {
      const { status, body } = await raw(call, { token })
      expect({ call, status, error: body.error }).toEqual({
        call,
        status: 400,
        error: 'interaction_required',
      })
    }
    const me = await raw('GET /v1/user/me', { token })
    expect(me.body.two_factor_setup_required).toBe(true)
    const headers = await sudoRaw(raw, token)
    const on = await raw('PUT /v1/user/two_factor/EMAIL', { token, headers })
    expect(on.body.recovery_codes).toHaveLength(10)
    expect((await raw('GET /drive/v1/about', { token })).status).toBe(200)
    const off = await raw('DELETE /v1/user/two_factor', { token, headers })
    expect(off.body.error).toBe('failed_precondition')
  })
})
