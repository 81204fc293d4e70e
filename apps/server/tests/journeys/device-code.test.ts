import { createAwanClient, type StartedDevice } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer, type TestServer } from '../testing/server.ts'

/** A television, whose clock and the server's are moved together. */
function openTelevision(server: TestServer) {
  const runtime = createMemoryRuntime({
    startMs: server.clock.now(),
    async fetch(url, init) {
      const answer = await fetch(url, init)
      // HTTP is dated by the machine; here the server's own clock counts.
      const headers = new Headers(answer.headers)
      headers.set('date', new Date(server.clock.now()).toUTCString())
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },
  })
  const { url } = server
  return {
    client: createAwanClient({ clientId: 'awan-desktop', origins: [url], runtime }),
    /** Resolves when it has its answer and waits for the next poll. */
    waits: ({ interval }: StartedDevice) => runtime.timerOf(interval * 1000),
    pass(seconds: number) {
      server.clock.advance(seconds * 1000)
      runtime.advance(seconds * 1000)
    },
  }
}

onEachBackend((prepare) => {
  test('[CAL-6] [CAL-12] [CAL-13] a person signs a television in from their phone', async () => {
    await using server = await startServer(await prepare())
    const { client: phone } = await createSignedUpPerson(server.url)
    const { client: television, waits, pass } = openTelevision(server)
    const started = await television.device.start({ scope: 'user drive' })
    const { user_code, interval } = started
    expect(started.verification_uri_complete).toContain(user_code)
    const states: string[] = []
    const polling = television.device.poll(started, { onState: (state) => states.push(state) })
    await waits(started)
    pass(interval)
    await waits(started)

    const nobody = createPerson(server.url).client
    const unsigned = nobody.device.authorize({ user_code })
    await expect(unsigned).rejects.toMatchObject({ error: 'unauthenticated' })
    await phone.device.authorize({ user_code, state: 'WAITING_CONSENT' })
    pass(interval)
    await waits(started)
    const typed = user_code.toLowerCase().replace('-', '')
    const unproven = phone.device.authorize({ user_code: typed })
    await expect(unproven).rejects.toMatchObject({ error: 'permission_denied' })
    const { sudo_token } = await phone.user.sudo({ password: PASSWORD })
    await phone.device.authorize({ user_code: typed, sudo_token })
    pass(interval)

    const { sub } = await polling
    expect(states).toEqual(['WAITING_CONNECT', 'WAITING_CONSENT'])
    expect((await television.user.me()).sub).toBe(sub)
    expect((await phone.user.me()).sub).toBe(sub)
    const again = phone.device.authorize({ user_code })
    await expect(again).rejects.toMatchObject({ error: 'not_found' })
  })

  test('[ACC-34] [ACC-36] a device code that is denied or expired answers access_denied or expired_token', async () => {
    await using server = await startServer(await prepare())
    const { client: phone } = await createSignedUpPerson(server.url)
    const { client: television, waits, pass } = openTelevision(server)
    const refused = await television.device.start()
    const refusal = television.device.poll(refused)
    refusal.catch(() => undefined)
    await phone.device.authorize({ user_code: refused.user_code, state: 'ACCESS_DENIED' })
    await waits(refused)
    pass(refused.interval)
    await expect(refusal).rejects.toMatchObject({ error: 'access_denied' })

    const late = await television.device.start()
    const expiry = television.device.poll(late)
    expiry.catch(() => undefined)
    await waits(late)
    pass(late.expires_in)
    await expect(expiry).rejects.toMatchObject({ error: 'expired_token' })
    const tooLate = phone.device.authorize({ user_code: late.user_code })
    await expect(tooLate).rejects.toMatchObject({ error: 'not_found' })
    expect(television.session.state().status).toBe('signed-out')
  })
})
