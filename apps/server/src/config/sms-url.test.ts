import { expect, test } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import { smsUrl } from './sms-url.ts'

test('an SMS webhook address carries its secret in the password part', () => {
  expect(smsUrl('https://:whsec_c2Vj%2B@sms.example.org/in?x=1')).toEqual({
    ok: true,
    value: {
      kind: 'webhook',
      url: 'https://sms.example.org/in?x=1',
      secret: new Secret('whsec_c2Vj+'),
    },
  })
})

test('an SMS webhook without TLS is allowed on this machine only', () => {
  expect(smsUrl('http://:secret@127.0.0.1:9000/in').ok).toBe(true)
  expect(smsUrl('http://:secret@sms.example.org/in').ok).toBe(false)
})

test('tls=false is allowed on this machine only, for every gateway', () => {
  const gateways = [
    (host: string) => `twilio://SK1:token@${host}?from=+15550100&tls=false`,
    (host: string) => `aliyun://K:S@${host}?sign=x&template=SMS_1&tls=false`,
    (host: string) => `tencent://I:K@${host}?app=14&template=7&tls=false`,
  ]
  for (const at of gateways) {
    for (const host of ['127.0.0.1:99', 'localhost', '[::1]:99']) {
      expect(smsUrl(at(host)).ok, at(host)).toBe(true)
    }
    for (const host of ['api.twilio.com', '10.0.0.7', 'localhost.example.org']) {
      expect(smsUrl(at(host)), at(host)).toMatchObject({
        ok: false,
        expected: expect.stringContaining('tls=false is for a gateway on this machine'),
      })
    }
  }
})

test('a Twilio address is parsed, with a plain or encoded plus sign', () => {
  const twilio = {
    kind: 'twilio',
    origin: 'https://api.twilio.com',
    user: 'SK1',
    password: new Secret('to:ken'),
    account: 'AC1',
    from: '+15550100',
  }
  expect(smsUrl('twilio://SK1:to%3Aken@api.twilio.com?from=+15550100&account=AC1')).toEqual({
    ok: true,
    value: twilio,
  })
  expect(smsUrl('twilio://SK1:to%3Aken@api.twilio.com?from=%2B15550100')).toEqual({
    ok: true,
    value: { ...twilio, account: 'SK1' },
  })
})

test('Aliyun and Tencent addresses are parsed with their templates and host', () => {
  expect(smsUrl('aliyun://K:S@127.0.0.1:99?sign=%E4%BA%91&template=SMS_1&tls=false')).toEqual({
    ok: true,
    value: {
      kind: 'aliyun',
      origin: 'http://127.0.0.1:99',
      keyId: 'K',
      secret: new Secret('S'),
      sign: '云',
      template: 'SMS_1',
    },
  })
  expect(smsUrl('tencent://I:K@sms.tencentcloudapi.com?app=14&template=7')).toEqual({
    ok: true,
    value: {
      kind: 'tencent',
      origin: 'https://sms.tencentcloudapi.com',
      secretId: 'I',
      secretKey: new Secret('K'),
      app: '14',
      sign: undefined,
      template: '7',
      params: ['code'],
      region: 'ap-guangzhou',
    },
  })
})

test.each([
  'sms.example.org',
  'ftp://a:b@c.example',
  'https://sms.example.org/no-secret',
  'twilio://AC1:token@api.twilio.com',
  'twilio://AC1:token@api.twilio.com?from=+1&colour=red',
  'aliyun://K:S@dysmsapi.aliyuncs.com?sign=x',
  'tencent://I:K@sms.tencentcloudapi.com?app=1&template=2&params=code,name',
  'twilio://%ff:token@api.twilio.com?from=+1',
])('the SMS address %s is refused without being repeated', (text) => {
  const parsed = smsUrl(text)
  expect(parsed.ok).toBe(false)
  expect(JSON.stringify(parsed)).not.toContain(text)
})
