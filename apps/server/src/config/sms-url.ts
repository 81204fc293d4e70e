import { Secret } from '../kernel/secret.ts'
import { accept, type Parsed, reject } from './parsers.ts'

/** The SMS gateway that `AWAN_SMS_URL` names. */
export type SmsConfig =
  | { kind: 'webhook'; url: string; secret: Secret }
  | {
      kind: 'twilio'
      origin: string
      user: string
      password: Secret
      account: string
      from: string
    }
  | {
      kind: 'aliyun'
      origin: string
      keyId: string
      secret: Secret
      sign: string
      template: string
    }
  | {
      kind: 'tencent'
      origin: string
      secretId: string
      secretKey: Secret
      app: string
      sign: string | undefined
      template: string
      params: readonly ('code' | 'minutes')[]
      region: string
    }

/** One of four forms; the host may be another one than the carrier's own, such as a proxy. */
export function smsUrl(text: string): Parsed<SmsConfig> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const user = decode(url?.username)
  const password = decode(url?.password)
  if (!url || url.hostname === '' || user === undefined || !password) return reject(FORMS)
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return toWebhook(url, password)
    case 'twilio:':
      return withOptions(url, ['account', 'from'], ({ account = user, from }) =>
        user && from
          ? {
              kind: 'twilio',
              origin: originOf(url),
              user,
              password: new Secret(password),
              account,
              from,
            }
          : undefined,
      )
    case 'aliyun:':
      return withOptions(url, ['sign', 'template'], ({ sign, template }) =>
        user && sign && template
          ? {
              kind: 'aliyun',
              origin: originOf(url),
              keyId: user,
              secret: new Secret(password),
              sign,
              template,
            }
          : undefined,
      )
    case 'tencent:':
      return withOptions(
        url,
        ['app', 'sign', 'template', 'params', 'region'],
        ({ app, sign, template, params = 'code', region = 'ap-guangzhou' }) => {
          const names = params.split(',').filter((name) => name === 'code' || name === 'minutes')
          return user && app && template && names.join(',') === params
            ? {
                kind: 'tencent',
                origin: originOf(url),
                secretId: user,
                secretKey: new Secret(password),
                app,
                sign,
                template,
                params: names,
                region,
              }
            : undefined
        },
      )
    default:
      return reject(FORMS)
  }
}

const FORMS =
  'https://:SECRET@HOST/PATH, twilio://SID:TOKEN@api.twilio.com?from=+15550100, aliyun://KEY:SECRET@dysmsapi.aliyuncs.com?sign=NAME&template=SMS_1 or tencent://ID:KEY@sms.tencentcloudapi.com?app=1400000000&sign=NAME&template=1&params=code,minutes; write characters such as @ / : # in a secret as %40 %2F %3A %23'

/** Texts cross the network with their codes in them: in the clear only within this machine. */
function toWebhook(url: URL, password: string): Parsed<SmsConfig> {
  if (url.protocol === 'http:' && !isHere(url)) return reject(`${FORMS} (a webhook needs https)`)
  const target = new URL(url)
  target.username = ''
  target.password = ''
  return accept({ kind: 'webhook', url: target.href, secret: new Secret(password) })
}

function withOptions(
  url: URL,
  names: readonly string[],
  make: (options: Record<string, string | undefined>) => SmsConfig | undefined,
): Parsed<SmsConfig> {
  const options: Record<string, string> = {}
  for (const [name, value] of url.searchParams) {
    if (name !== 'tls' && !names.includes(name)) {
      return reject(`${FORMS} (the options are ${names.join(', ')} and tls)`)
    }
    // A plus in a query means a space to URLs and a phone number to people.
    options[name] = value.replace(/^ (?=\d)/, '+')
  }
  if (url.searchParams.get('tls') === 'false' && !isHere(url)) {
    return reject(`${FORMS} (tls=false is for a gateway on this machine, such as 127.0.0.1)`)
  }
  const config = make(options)
  return config ? accept(config) : reject(`${FORMS} (something is missing or unknown)`)
}

/** Special schemes alone have their hosts in lower case. */
function isHere({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname.toLowerCase())
}

function originOf(url: URL): string {
  return `${url.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${url.host}`
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
