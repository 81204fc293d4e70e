import { checkVerification, sendVerification, signIn, signUp } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { makeAppPassword } from '../app-passwords/testing.ts'
import { createTestAccount, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'
const phone_number = '+628123456789'
const DAY_MS = 24 * 3600_000

function countSent(app: TestAccount, channel: string, purpose: string): number {
  return app.outbox
    .messages()
    .filter((message) => message.channel === channel && message.purpose === purpose).length
}

/** Each from a device on which nobody was signed in before. */
async function signInOnNewDevices(
  app: TestAccount,
  who: { email: string } | { phone_number: string },
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const deviceId = `${app.clock.now()}${String(i).padStart(16, '0')}`
    await app.call(signIn, { body: { ...who, password: PASSWORD }, caller: { deviceId } })
  }
}

onEachDatabase((open) => {
  test('one and the same notice goes to a phone five times a day at most: text messages cost money', async () => {
    const app = await createTestAccount(await open())
    const { verification_id } = await app.call(sendVerification, {
      body: { phone_number, usage: 'REGISTER' },
    })
    const code = app.outbox.messages().find(({ channel }) => channel === 'sms')?.code ?? ''
    const { verification_token } = await app.call(checkVerification, {
      body: { verification_id, verification_code: code },
    })
    const me = await app.call(signUp, {
      body: { phone_number, verification_token, password: PASSWORD },
    })
    await signInOnNewDevices(app, { phone_number }, 8)
    expect(countSent(app, 'sms', 'newDevice')).toBe(5)
    // What else happens is told all the same.
    await makeAppPassword(app, me)
    expect(countSent(app, 'sms', 'appPasswordCreated')).toBe(1)
    app.clock.advance(DAY_MS)
    await signInOnNewDevices(app, { phone_number }, 1)
    expect(countSent(app, 'sms', 'newDevice')).toBe(6)
  })

  test('one and the same notice goes to a mailbox twenty times a day at most, and others still do', async () => {
    const app = await createTestAccount(await open())
    const me = await app.signUp(email)
    await app.signUp('siti@example.org')
    await signInOnNewDevices(app, { email }, 24)
    expect(countSent(app, 'email', 'newDevice')).toBe(20)
    await signInOnNewDevices(app, { email: 'siti@example.org' }, 1)
    expect(countSent(app, 'email', 'newDevice')).toBe(21)
    await makeAppPassword(app, me)
    expect(countSent(app, 'email', 'appPasswordCreated')).toBe(1)
    app.clock.advance(DAY_MS)
    await signInOnNewDevices(app, { email }, 1)
    expect(countSent(app, 'email', 'newDevice')).toBe(22)
  })
})
