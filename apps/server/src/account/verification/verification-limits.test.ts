import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createLimiter } from '../limits/limits.ts'
import { type CodeAsker, sendKeys, takeSendPoints } from './verification-limits.ts'

onEachDatabase((openDatabase) => {
  test('whoever uses up the codes of one kind of asker, with accounts made for it, stops no other kind', async () => {
    const db = await openDatabase()
    const limiter = createLimiter({ db, clock: new ManualClock(0), codeKey: Buffer.alloc(32, 7) })
    let asked = 0
    const ask = (asker: CodeAsker) => {
      const caller = {
        address: `192.0.2.${++asked}`,
        clientId: 'awan-web',
        deviceId: undefined,
        deviceName: undefined,
        userAgent: undefined,
        locale: 'en',
        requestId: 'r',
      }
      const contact = `email:p${asked}@example.org`
      const keys = sendKeys(limiter, { contact, channel: 'email', caller, asker })
      const codesPerHour = { email: 3, sms: 3 }
      return takeSendPoints(limiter, keys, { channel: 'email', codesPerHour }).then(
        () => 'sent',
        (error) => error.error,
      )
    }
    for (const asker of ['stranger', 'first-proof', 'owner'] as const) {
      expect([await ask(asker), await ask(asker), await ask(asker)]).toEqual(Array(3).fill('sent'))
      expect(await ask(asker)).toBe('resource_exhausted')
    }
  })
})
