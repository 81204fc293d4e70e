import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { someCaller } from '../testing.ts'
import { createEventLog } from './events.ts'

onEachDatabase((open) => {
  test('[ENT-24] [ENT-25] [ENT-26] [ENT-27] [CON-19] the event log stores each event in its envelope and lists the newest first', async () => {
    const db = await open()
    const clock = new ManualClock()
    const log = createEventLog({ clock, random: systemRandom, source: 'https://drive.example' })
    await db.write((w) =>
      log.record(w, { type: 'account.signed_up', sub: 'u1', caller: someCaller }),
    )
    clock.advance(1000)
    const data = { session_id: 's1' }
    await db.write((w) =>
      log.record(w, {
        type: 'account.signed_in',
        sub: 'u1',
        caller: { ...someCaller, deviceId: undefined },
        data,
      }),
    )
    await db.write((w) =>
      log.record(w, { type: 'account.signed_in', sub: 'u2', caller: someCaller }),
    )

    const [latest, first, ...rest] = await db.read((r) => log.list(r, 'u1'))
    expect(rest).toEqual([])
    expect(first?.type).toBe('account.signed_up')
    expect(latest).toEqual({
      specversion: '1.0.1',
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      type: 'account.signed_in',
      source: 'https://drive.example',
      time: '2026-01-01T00:00:01.000Z',
      datacontenttype: 'application/json',
      subject: 'u1',
      data: {
        address: '203.0.113.7',
        client_id: 'awan-web',
        device_name: 'PC-Chrome',
        user_agent: 'Mozilla/5.0 Chrome/147',
        request_id: 'r1',
        session_id: 's1',
      },
    })
  })

  test('an event is not recorded when its transaction is rolled back', async () => {
    const db = await open()
    const log = createEventLog({ clock: new ManualClock(), random: systemRandom, source: 's' })
    const undone = db.write(async (w) => {
      await log.record(w, { type: 'account.signed_up', sub: 'u1', caller: someCaller })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await db.read((r) => log.list(r, 'u1'))).toEqual([])
  })
})
