import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Notifier } from '../notifier.ts'
import { type AliyunOptions, createAliyun } from './aliyun.ts'
import type { SmsGateway } from './sms-gateway.ts'
import { createSmsNotifier } from './sms-notifier.ts'
import { createTencent, type TencentOptions } from './tencent.ts'
import { createTwilio, type TwilioOptions } from './twilio.ts'
import { createSmsWebhook, type SmsWebhookOptions } from './webhook.ts'

/** The gateway that the operator chose. */
export type SmsGatewayOptions =
  | ({ kind: 'webhook' } & SmsWebhookOptions)
  | ({ kind: 'twilio' } & TwilioOptions)
  | ({ kind: 'aliyun' } & AliyunOptions)
  | ({ kind: 'tencent' } & TencentOptions)

export function openSmsNotifier(
  options: SmsGatewayOptions,
  parts: { clock: Clock; random: Random; requests: OutgoingRequests; timeoutMs?: number },
): Notifier {
  const { clock, random, requests, timeoutMs } = parts
  const gateway = toGateway(options, random)
  return createSmsNotifier({
    gateway,
    clock,
    requests,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
}

function toGateway(options: SmsGatewayOptions, random: Random): SmsGateway {
  switch (options.kind) {
    case 'webhook':
      return createSmsWebhook(options, { random })
    case 'twilio':
      return createTwilio(options)
    case 'aliyun':
      return createAliyun(options, { random })
    case 'tencent':
      return createTencent(options)
  }
}
