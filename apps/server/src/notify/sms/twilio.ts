import type { Secret } from '../../kernel/secret.ts'
import { type SmsGateway, textAt } from './sms-gateway.ts'

export interface TwilioOptions {
  origin: string
  /** The account, or an API key of it. */
  user: string
  password: Secret
  account: string
  /** A number of ours, a sender's name, or the id of a messaging service. */
  from: string
}

/** Twilio's Messages resource: a form, with the account's id and token by Basic authentication. */
export function createTwilio({ origin, user, password, account, from }: TwilioOptions): SmsGateway {
  const credentials = Buffer.from(`${user}:${password.reveal()}`).toString('base64')
  const sender = /^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    name: 'Twilio',
    codesOnly: false,
    write: ({ to, text }) => ({
      url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, ...sender, Body: text }).toString(),
    }),
    findProblem({ status, json }) {
      const code = textAt(json, 'code')
      if (status === 201 && textAt(json, 'sid')) return undefined
      const message = textAt(json, 'message') ?? `it answered ${status}`
      return {
        reason: code ? `${code} ${message}` : message,
        isFinal: BAD_NUMBERS.has(code ?? ''),
      }
    },
  }
}

/** Not a number, not reachable, not a mobile one, or its owner has said stop. */
const BAD_NUMBERS = new Set(['21211', '21214', '21217', '21610', '21612', '21614', '21635'])
