import type { Secret } from '../../kernel/secret.ts'
import { type SmsGateway, textAt } from './sms-gateway.ts'
import { signTc3 } from './tc3-signature.ts'

export interface TencentOptions {
  origin: string
  secretId: string
  secretKey: Secret
  /** SmsSdkAppId. */
  app: string
  /** The approved signature; needed within mainland China. */
  sign: string | undefined
  /** The id of an approved template. */
  template: string
  /** What the template's variables {1}, {2} are. */
  params: readonly ('code' | 'minutes')[]
  region: string
}

/** Tencent Cloud SMS: SendSms of version 2021-01-11. */
export function createTencent(options: TencentOptions): SmsGateway {
  const { origin, secretId, secretKey, app, sign, template, params, region } = options
  const { host } = new URL(origin)
  const contentType = 'application/json; charset=utf-8'
  return {
    name: 'Tencent Cloud',
    codesOnly: true,
    write({ to, code, codeMinutes }, nowMs) {
      const values = { code: String(code), minutes: String(codeMinutes ?? 10) }
      const body = JSON.stringify({
        PhoneNumberSet: [to],
        SmsSdkAppId: app,
        ...(sign === undefined ? {} : { SignName: sign }),
        TemplateId: template,
        TemplateParamSet: params.map((name) => values[name]),
      })
      const { authorization, timestamp } = signTc3(
        { service: 'sms', host, contentType, body, nowMs },
        { secretId, secretKey: secretKey.reveal() },
      )
      return {
        url: `${origin}/`,
        headers: {
          authorization,
          'content-type': contentType,
          'x-tc-action': 'SendSms',
          'x-tc-version': '2021-01-11',
          'x-tc-timestamp': timestamp,
          'x-tc-region': region,
        },
        body,
      }
    },
    /** It answers 200 whatever happened; one number was asked for, so that one state counts. */
    findProblem({ status, json }) {
      const at = (...path: (string | number)[]) => textAt(json, 'Response', ...path)
      const code = at('Error', 'Code') ?? at('SendStatusSet', 0, 'Code')
      if (code === 'Ok') return undefined
      const message = at('Error', 'Message') ?? at('SendStatusSet', 0, 'Message')
      return {
        reason: [code, message].filter(Boolean).join(' ') || `it answered ${status}`,
        isFinal: BAD_NUMBERS.has(code ?? ''),
      }
    },
  }
}

const BAD_NUMBERS = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.PhoneNumberParseFail',
])
