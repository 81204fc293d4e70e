import type { Message } from '../notifier.ts'

export type Sms = Message & { channel: 'sms' }

export interface GatewayRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface GatewayAnswer {
  status: number
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

export interface GatewayProblem {
  /** What the operator reads in the log. */
  reason: string
  /** The number is at fault: trying again is useless. */
  isFinal: boolean
}

/** What differs between carriers: how a message is written for them, and what their answer means. */
export interface SmsGateway {
  readonly name: string
  /** Its texts are approved beforehand: it carries a code inside a template and nothing else. */
  readonly codesOnly: boolean
  write(sms: Sms, nowMs: number): GatewayRequest
  /** Undefined when the message was taken over. */
  findProblem(answer: GatewayAnswer): GatewayProblem | undefined
}

/** A text field of an answer that may have any shape. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  let value = json
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[name]
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
