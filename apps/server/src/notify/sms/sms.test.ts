import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createOutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { Secret } from '../../kernel/secret.ts'
import { type Notifier, RefusedMessage } from '../notifier.ts'
import { createSms } from '../templates/create-sms.ts'
import { signAcs3 } from './acs3-signature.ts'
import { openSmsNotifier, type SmsGatewayOptions } from './open-sms-notifier.ts'
import { type ReceivedRequest, startGateway } from './testing-gateway.ts'

const SECRET = 's3cret/+&'
const NOW_MS = Date.UTC(2026, 5, 7, 8, 9, 10)
const sms = createSms(
  { kind: 'code', code: '042137', minutes: 10 },
  { to: '+628123456789', purpose: 'SIGN_IN', locale: 'en' },
)

function open(options: SmsGatewayOptions, timeoutMs?: number): Notifier {
  const clock = new ManualClock(NOW_MS)
  const reach = { loopback: true, privateNetworks: false }
  const parts = { clock, random: systemRandom, requests: createOutgoingRequests({ clock, reach }) }
  return openSmsNotifier(options, { ...parts, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Carrier {
  name: string
  options(host: string): SmsGatewayOptions
  /** Checks the request as the carrier would, from its bytes alone. */
  verify(request: ReceivedRequest): void
  taken: { status: number; json: unknown }
  badNumber: { status: number; json: unknown }
  noMoney: { status: number; json: unknown }
}

const webhook: Carrier = {
  name: 'a webhook',
  options: (host) => ({ kind: 'webhook', url: `http://${host}/sms`, secret: new Secret(SECRET) }),
  verify({ target, headers, body }) {
    expect(target).toBe('/sms')
    const id = String(headers['webhook-id'])
    const timestamp = String(headers['webhook-timestamp'])
    expect(Number(timestamp)).toBe(NOW_MS / 1000)
    const signature = hmac(SECRET, `${id}.${timestamp}.${body}`).toString('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(JSON.parse(body)).toEqual({
      to: '+628123456789',
      text: sms.text,
      code: '042137',
      purpose: 'SIGN_IN',
    })
  },
  taken: { status: 202, json: {} },
  badNumber: { status: 422, json: { refused: true, error: 'no such number 628123456789' } },
  noMoney: { status: 402, json: { error: 'out of credit' } },
}

const twilio: Carrier = {
  name: 'Twilio',
  options: (host) => ({
    kind: 'twilio',
    origin: `http://${host}`,
    user: 'AC1',
    account: 'AC1',
    password: new Secret(SECRET),
    from: '+15550100',
  }),
  verify({ method, target, headers, body }) {
    expect([method, target]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
    const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
    expect(scheme).toBe('Basic')
    expect(Buffer.from(credentials, 'base64').toString()).toBe(`AC1:${SECRET}`)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: '+628123456789',
      From: '+15550100',
      Body: sms.text,
    })
  },
  taken: { status: 201, json: { sid: 'SM1', status: 'queued' } },
  badNumber: {
    status: 400,
    json: { code: 21211, message: "The 'To' number +628123456789 is not valid.", status: 400 },
  },
  noMoney: { status: 401, json: { code: 20003, message: 'Authenticate', status: 401 } },
}

const aliyun: Carrier = {
  name: 'Aliyun',
  options: (host) => ({
    kind: 'aliyun',
    origin: `http://${host}`,
    keyId: 'LTAI1',
    secret: new Secret(SECRET),
    sign: '云盘 (Awan)*',
    template: 'SMS_1',
  }),
  verify({ method, target, query, headers, body }) {
    const [, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=LTAI1,SignedHeaders=([\w;-]+),Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    // The carrier demands that host and every x-acs header are part of what is signed.
    const acs = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-acs-'))
    expect(names.split(';')).toEqual(acs.sort())
    expect(headers['x-acs-content-sha256']).toBe(sha256(body))
    const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
    const [path, rawQuery] = target.split('?')
    const canonical = `${method}\n${path}\n${rawQuery}\n${lines.join('')}\n${names}\n${sha256(body)}`
    const expected = hmac(SECRET, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    expect(signature).toBe(expected)
    expect(headers).toMatchObject({
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
      'x-acs-date': '2026-06-07T08:09:10Z',
    })
    expect(Object.fromEntries(query)).toEqual({
      PhoneNumbers: '628123456789',
      SignName: '云盘 (Awan)*',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"042137"}',
    })
  },
  taken: { status: 200, json: { Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r' } },
  badNumber: {
    status: 200,
    json: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '628123456789 invalid' },
  },
  noMoney: { status: 200, json: { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: 'balance' } },
}

const tencent: Carrier = {
  name: 'Tencent Cloud',
  options: (host) => ({
    kind: 'tencent',
    origin: `http://${host}`,
    secretId: 'AKID1',
    secretKey: new Secret(SECRET),
    app: '1400000000',
    sign: '云盘',
    template: '77',
    params: ['code', 'minutes'],
    region: 'ap-guangzhou',
  }),
  verify({ method, target, headers, body }) {
    const [, date = '', names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=AKID1\/([\d-]+)\/sms\/tc3_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    const timestamp = String(headers['x-tc-timestamp'])
    expect(date).toBe(new Date(Number(timestamp) * 1000).toISOString().slice(0, 10))
    const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
    const canonical = `${method}\n${target}\n\n${lines.join('')}\n${names}\n${sha256(body)}`
    const scope = `${date}/sms/tc3_request`
    const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`
    const key = hmac(hmac(hmac(`TC3${SECRET}`, date), 'sms'), 'tc3_request')
    expect(signature).toBe(hmac(key, toSign).toString('hex'))
    expect(headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
    expect(JSON.parse(body)).toEqual({
      PhoneNumberSet: ['+628123456789'],
      SmsSdkAppId: '1400000000',
      SignName: '云盘',
      TemplateId: '77',
      TemplateParamSet: ['042137', '10'],
    })
  },
  taken: { status: 200, json: { Response: { SendStatusSet: [{ Code: 'Ok' }], RequestId: 'r' } } },
  badNumber: {
    status: 200,
    json: {
      Response: {
        SendStatusSet: [
          { Code: 'InvalidParameterValue.IncorrectPhoneNumber', Message: '+628123456789' },
        ],
      },
    },
  },
  noMoney: {
    status: 200,
    json: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' } } },
  },
}

describe.each([webhook, twilio, aliyun, tencent])('$name', (carrier) => {
  test('the gateway gets each message once, with a valid signature', async () => {
    await using gateway = await startGateway(() => carrier.taken)
    await using notifier = open(carrier.options(gateway.host))
    expect(notifier.channels).toEqual(['sms'])
    await notifier.send(sms)
    expect(gateway.received).toHaveLength(1)
    for (const request of gateway.received) carrier.verify(request)
  })

  test('a number that the gateway refuses permanently is not in the error', async () => {
    await using gateway = await startGateway(() => carrier.badNumber)
    await using notifier = open(carrier.options(gateway.host))
    const error = await notifier.send(sms).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(RefusedMessage)
    expect(String((error as Error).stack)).not.toMatch(/8123456789|s3cret/)
  })

  test.each([
    ['has another problem', 'noMoney'],
    ['answers no JSON', undefined],
  ] as const)(
    'a gateway that %s is called once, and the error says why',
    async (_what, problem) => {
      const answer = problem ? carrier[problem] : { status: 502 }
      await using gateway = await startGateway(() => answer)
      await using notifier = open(carrier.options(gateway.host))
      const error = await notifier.send(sms).catch((refused: unknown) => refused)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(RefusedMessage)
      expect((error as Error).message).toMatch(/did not accept a text message: \S/)
      expect(String((error as Error).stack)).not.toContain('s3cret')
      expect(gateway.received).toHaveLength(1)
    },
  )

  test('a gateway that does not answer is given up in time', async () => {
    await using gateway = await startGateway(() => 'hang')
    await using notifier = open(carrier.options(gateway.host), 50)
    await expect(notifier.send(sms)).rejects.toThrow('did not answer in time')
  })

  test('a redirect of the gateway is not followed', async () => {
    await using other = await startGateway(() => carrier.taken)
    const headers = { location: `http://${other.host}/` }
    await using gateway = await startGateway(() => ({ status: 307, json: {}, headers }))
    await using notifier = open(carrier.options(gateway.host))
    await expect(notifier.send(sms)).rejects.toThrow('cannot be reached')
    expect(other.received).toEqual([])
  })
})

test('gateways with approved templates send codes only', async () => {
  const notice = createSms({ kind: 'accountExists' }, { to: sms.to, purpose: 'p', locale: 'en' })
  for (const carrier of [aliyun, tencent]) {
    await using notifier = open(carrier.options('127.0.0.1:1'))
    expect(notifier.smsCodesOnly).toBe(true)
    await expect(notifier.send(notice)).rejects.toThrow('sends codes only')
  }
})

test('Aliyun gets mainland China numbers without the country code', async () => {
  await using gateway = await startGateway(() => aliyun.taken)
  await using notifier = open(aliyun.options(gateway.host))
  await notifier.send({ ...sms, to: '+8613800000000' })
  expect(gateway.received[0]?.query.get('PhoneNumbers')).toBe('13800000000')
})

test('a recipient that is not exactly one phone number is refused', async () => {
  await using gateway = await startGateway(() => aliyun.taken)
  await using notifier = open(aliyun.options(gateway.host))
  for (const to of ['+86138,+86139', '13800000000', '+86 138', '+861380000\r\nX: y', '']) {
    await expect(notifier.send({ ...sms, to })).rejects.toThrow('not a phone number')
  }
  expect(gateway.received).toEqual([])
})

test('the ACS3-HMAC-SHA256 signature matches the published example', () => {
  const { headers, query } = signAcs3(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      query: {
        RegionId: 'cn-shanghai',
        ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      },
      headers: {
        'x-acs-action': 'RunInstances',
        'x-acs-version': '2014-05-26',
        'x-acs-date': '2023-10-26T10:22:32Z',
        'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      },
      body: '',
    },
    { keyId: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
  )
  expect(query).toBe(
    'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
  )
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})
