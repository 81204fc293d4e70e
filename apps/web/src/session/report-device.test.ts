import { createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { expect, test } from 'vitest'
import { reportDevice } from './report-device.ts'
import type { Shell } from './shell.ts'

const NOW_MS = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

/** A page on a server that answers reports with the device's sign, or with nothing but failures. */
function open({ isDown = false } = {}) {
  const asked: string[] = []
  const signs: (string | null)[] = []
  const globals: Record<string, unknown> = { location: { origin: 'https://awan.test' } }
  const runtime = createMemoryRuntime({
    startMs: NOW_MS,
    page: {
      document: { cookie: '' },
      hostName: 'awan.test',
      isSecure: true,
      async loadScript(url) {
        asked.push(url)
        if (isDown) throw new Error('blocked')
        globals.xl_al = (raw: string) => `signed ${raw.length}`
      },
      global: (name) => globals[name],
      expose: () => () => undefined,
    },
    async fetch(url, { headers }) {
      asked.push(url)
      const sent = new Headers(headers)
      signs.push(sent.get('x-device-sign'))
      return Response.json({ deviceid: `wdi10.${sent.get('x-device-id')}${'1'.repeat(32)}` })
    },
  })
  const client = createAwanClient({ clientId: 'awan-web', log: { level: 'off' }, runtime })
  return { asked, signs, runtime, client }
}

test('[DEV-5] a page reports its device, and again after 7 days', async () => {
  const { asked, runtime, client } = open()
  const report = [
    `https://awan.test/risk?cmd=algorithm&t=${NOW_MS}`,
    'https://awan.test/risk?cmd=report',
  ]
  await reportDevice(client, undefined)
  expect(asked).toEqual(report)
  expect(client.deviceIdentity.read()).toEqual({
    sign: `wdi10.${client.deviceId()}${'1'.repeat(32)}`,
    createdAtMs: NOW_MS,
  })
  runtime.advance(7 * DAY_MS)
  await reportDevice(client, undefined)
  expect(asked).toEqual(report)
  runtime.advance(1)
  await reportDevice(client, undefined)
  expect(asked).toHaveLength(4)
})

test('[ENT-20] the sign of the device is sent with the next calls', async () => {
  const { signs, client } = open()
  await reportDevice(client, undefined)
  await client.request('GET', '/v1/anything')
  expect(signs).toEqual([null, client.deviceIdentity.read()?.sign])
})

test('a device report that fails is no error of the page, and the next page tries again', async () => {
  const { asked, client } = open({ isDown: true })
  await reportDevice(client, undefined)
  expect(client.deviceIdentity.read()).toBeUndefined()
  await reportDevice(client, undefined)
  expect(asked.filter((url) => url.includes('cmd=algorithm'))).toHaveLength(2)
})

test('the page of a native app makes no device report: the app identifies its device', async () => {
  const { asked, client } = open()
  await reportDevice(client, {} as Shell)
  expect(asked).toEqual([])
})
