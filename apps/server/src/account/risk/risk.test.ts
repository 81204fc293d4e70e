import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { reportRisk, signIn } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createTestAccount, failure, PASSWORD, someCaller } from '../testing.ts'
import { createRiskAlgorithm } from './algorithm.ts'
import { createDeviceSigns } from './device-sign.ts'

const codeKey = Buffer.alloc(32, 2)
const deviceId = 'd0'.repeat(16)
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const DAY_MS = 24 * 3600_000

function run(script: string, raw: unknown): string {
  return runInNewContext(`${script};xl_al(raw)`, { raw })
}

const query = { cmd: 'report' } as const

/** What a page does with the script of a server of the same key. */
function reportOf(raw: string, clock: ManualClock) {
  const algorithm = createRiskAlgorithm({ codeKey, clock })
  return {
    xl_fp_raw: raw,
    xl_fp: md5(raw),
    xl_fp_sign: run(algorithm.script(), raw),
    version: 2 as const,
  }
}

onEachDatabase((open) => {
  test("[DEV-8] [CAL-33] a device report is answered with a device sign that begins with the device's id", async () => {
    const app = await createTestAccount(await open())
    const body = reportOf('QWdlbnQ=', app.clock)
    const { deviceid } = await app.call(reportRisk, { query, body })
    expect(deviceid).toMatch(new RegExp(`^wdi10\\.${someCaller.deviceId}[0-9a-f]{32}$`))
    expect(await app.call(reportRisk, { query, body })).toEqual({ deviceid })
  })

  test('a device without an id gets one and keeps it', async () => {
    const app = await createTestAccount(await open())
    const body = reportOf('QWdlbnQ=', app.clock)
    const nameless = { deviceId: undefined }
    const { deviceid } = await app.call(reportRisk, { query, body, caller: nameless })
    expect(deviceid).toMatch(/^wdi10\.[0-9a-f]{64}$/)
    expect(deviceid).not.toContain(someCaller.deviceId)
    const again = { query, body: { ...body, deviceid }, caller: nameless }
    expect(await app.call(reportRisk, again)).toEqual({ deviceid })
    const forged = {
      query,
      body: { ...body, deviceid: `wdi10.${'0'.repeat(64)}` },
      caller: nameless,
    }
    expect((await app.call(reportRisk, forged)).deviceid).not.toContain('0'.repeat(32))
  })

  test('a device report with a wrong MD5, a wrong signature or the signature of an expired script is refused', async () => {
    const app = await createTestAccount(await open())
    const body = reportOf('QWdlbnQ=', app.clock)
    const bad = [
      { ...body, xl_fp: md5('other') },
      { ...body, xl_fp_sign: `${body.xl_fp_sign}0` },
      { ...body, xl_fp_sign: '' },
      { ...body, xl_fp_sign: 'zzzz.0.0' },
      { ...body, xl_fp_raw: 'other', xl_fp: md5('other') },
    ]
    for (const wrong of bad) {
      expect(await failure(app.call(reportRisk, { query, body: wrong }))).toMatchObject({
        error: 'invalid_argument',
      })
    }
    app.clock.advance(3600_001)
    expect(await failure(app.call(reportRisk, { query, body }))).toMatchObject({
      error: 'invalid_argument',
    })
  })

  test('[CON-17] a device that reports again gets a new sign for the same id', async () => {
    const app = await createTestAccount(await open())
    const first = await app.call(reportRisk, { query, body: reportOf('QWdlbnQ=', app.clock) })
    app.clock.advance(7 * DAY_MS + 1000)
    const body = { ...reportOf('QWdlbnQ=', app.clock), ...first }
    const { deviceid } = await app.call(reportRisk, { query, body })
    expect(deviceid).not.toBe(first.deviceid)
    expect(deviceid.slice(0, 38)).toBe(first.deviceid.slice(0, 38))
    expect(app.account.guards.recognise?.(someCaller, deviceid)).toMatchObject({ device: 'proven' })
  })

  test('a forged sign gets the same answer for an account, a known device and neither of them', async () => {
    const app = await createTestAccount(await open())
    const email = 'rahma@example.org'
    await app.signUp(email)
    const answers = []
    for (const [asked, device] of [
      [email, someCaller.deviceId],
      [email, 'f2'.repeat(16)],
      ['nobody@example.org', 'f2'.repeat(16)],
    ]) {
      const sign = `wdi10.${device}${'0'.repeat(32)}`
      const caller = app.account.guards.recognise?.({ ...someCaller, deviceId: device }, sign)
      const body = { email: asked, password: PASSWORD }
      answers.push(JSON.stringify(await failure(app.call(signIn, { body, caller: caller ?? {} }))))
    }
    expect(answers[0]).toContain('captcha_required')
    expect(new Set(answers).size).toBe(1)
  })

  test('a device with a forged sign counts as unknown and needs a captcha', async () => {
    const app = await createTestAccount(await open())
    const email = 'rahma@example.org'
    await app.signUp(email)
    const forged = app.account.guards.recognise?.(someCaller, `wdi10.${deviceId}${'0'.repeat(32)}`)
    expect(forged).toMatchObject({ deviceId: undefined, device: 'forged' })
    const attempt = app.call(signIn, { body: { email, password: PASSWORD }, caller: forged ?? {} })
    expect(await failure(attempt)).toMatchObject({
      error: 'captcha_required',
      details: [{ reason: 'unknown_device_sign', domain: 'device' }],
    })

    const body = reportOf('QWdlbnQ=', app.clock)
    const { deviceid } = await app.call(reportRisk, { query, body, caller: forged ?? {} })
    const proven = app.account.guards.recognise?.(someCaller, deviceid)
    expect(proven).toMatchObject({ deviceId: someCaller.deviceId, device: 'proven' })
    await app.call(signIn, { body: { email, password: PASSWORD }, caller: proven ?? {} })
  })
})

describe('device signs', () => {
  const clock = new ManualClock()
  const signs = createDeviceSigns({ codeKey, clock })

  test('a device sign is accepted only when this server made it', () => {
    const sign = signs.create(deviceId)
    expect(signs.read(sign)?.deviceId).toBe(deviceId)
    expect(createDeviceSigns({ codeKey: Buffer.alloc(32, 3), clock }).read(sign)).toBeUndefined()
    for (const wrong of [sign.slice(0, -1), `${sign}0`, sign.toUpperCase(), `x${sign}`, '']) {
      expect(signs.read(wrong)).toBeUndefined()
    }
  })

  test('a device sign whose id, time or code was altered counts as forged', () => {
    const sign = signs.create(someCaller.deviceId ?? '')
    for (const at of [6, 37, 38, 45, 46, 69]) {
      const altered = sign.slice(0, at) + (sign[at] === '0' ? '1' : '0') + sign.slice(at + 1)
      expect(signs.recognise(someCaller, altered).device, altered).toBe('forged')
    }
  })

  test('a missing device sign and one of another app change nothing', () => {
    expect(signs.recognise(someCaller, undefined)).toBe(someCaller)
    expect(signs.recognise(someCaller, 'div101.0123456789abcdef')).toBe(someCaller)
  })

  test('a device sign of another device counts as forged', () => {
    const caller = { ...someCaller, deviceId: 'e1'.repeat(16) }
    expect(signs.recognise(caller, signs.create(deviceId))).toMatchObject({
      deviceId: undefined,
      claimedDeviceId: caller.deviceId,
      device: 'forged',
    })
  })

  test('[CON-17] a device sign proves the device for 7 days, and later changes nothing', () => {
    const clock = new ManualClock()
    const signs = createDeviceSigns({ codeKey, clock })
    const sign = signs.create(someCaller.deviceId ?? '')
    clock.advance(7 * DAY_MS)
    expect(signs.recognise(someCaller, sign)).toEqual({ ...someCaller, device: 'proven' })
    clock.advance(1000)
    expect(signs.recognise(someCaller, sign)).toBe(someCaller)
  })

  test('a device that sends its sign alone is known by the id in it', () => {
    const nameless = { ...someCaller, deviceId: undefined }
    expect(signs.recognise(nameless, signs.create(deviceId))).toEqual({
      ...someCaller,
      deviceId,
      device: 'proven',
    })
  })

  test('a device id in another form than 32 hexadecimal digits is proven by its own sign only', () => {
    const caller = { ...someCaller, deviceId: '0b0f2a4e-5f7c-4a57-9d0c-6f1f8e1c2d3b' }
    const sign = signs.create(caller.deviceId)
    expect(sign).toMatch(/^wdi10\.[0-9a-f]{64}$/)
    expect(signs.recognise(caller, sign)).toEqual({ ...caller, device: 'proven' })
    const other = { ...caller, deviceId: '1b0f2a4e-5f7c-4a57-9d0c-6f1f8e1c2d3b' }
    expect(signs.recognise(other, sign).device).toBe('forged')
  })
})

test.each(['', 'QWdlbnQ=', '云###ko', '\u{1f600}', 'x'.repeat(8192)])(
  '[DEV-7] the script signs %j as the server expects',
  (raw) => {
    const algorithm = createRiskAlgorithm({ codeKey, clock: new ManualClock() })
    expect(algorithm.isSignOf(raw, run(algorithm.script(), raw))).toBe(true)
  },
)
