import type { Random } from '../../kernel/id.ts'
import type { Secret } from '../../kernel/secret.ts'
import { signAcs3 } from './acs3-signature.ts'
import { type SmsGateway, textAt } from './sms-gateway.ts'

export interface AliyunOptions {
  origin: string
  keyId: string
  secret: Secret
  /** The approved signature in front of each text. */
  sign: string
  /** An approved template with the variable `code`. */
  template: string
}

/** Alibaba Cloud SMS: SendSms of dysmsapi, version 2017-05-25. */
export function createAliyun(options: AliyunOptions, { random }: { random: Random }): SmsGateway {
  const { origin, keyId, secret, sign, template } = options
  const { host } = new URL(origin)
  return {
    name: 'Aliyun',
    codesOnly: true,
    write({ to, code }, nowMs) {
      const signed = signAcs3(
        {
          host,
          query: {
            PhoneNumbers: toAliyunNumber(to),
            SignName: sign,
            TemplateCode: template,
            TemplateParam: JSON.stringify({ code }),
          },
          headers: {
            'x-acs-action': 'SendSms',
            'x-acs-version': '2017-05-25',
            'x-acs-date': new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
            'x-acs-signature-nonce': random.bytes(16).toString('hex'),
          },
          body: '',
        },
        { keyId, secret: secret.reveal() },
      )
      return { url: `${origin}/?${signed.query}`, headers: signed.headers, body: '' }
    },
    findProblem({ status, json }) {
      const code = textAt(json, 'Code')
      if (status === 200 && code === 'OK') return undefined
      return {
        reason:
          [code, textAt(json, 'Message')].filter(Boolean).join(' ') || `it answered ${status}`,
        isFinal: code === 'isv.MOBILE_NUMBER_ILLEGAL' || code === 'isv.MOBILE_COUNT_OVER_LIMIT',
      }
    },
  }
}

/** Within mainland China without the country's code, elsewhere with it and without the plus. */
function toAliyunNumber(to: string): string {
  return /^\+861\d{10}$/.test(to) ? to.slice('+86'.length) : to.slice(1)
}
