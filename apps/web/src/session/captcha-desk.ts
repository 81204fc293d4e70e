import type { AskPerson, CaptchaQuestion } from '@awan/client'
import { ServiceError } from '@awan/protocol/errors'

/** A question that waits for the person. */
export interface OpenQuestion extends CaptchaQuestion {
  answer(captchaToken: string): void
  /** The person went away, or the question could not be shown. */
  leave(problem?: unknown): void
}

/** Where calls that are held up by a captcha wait, one after the other, until a person has helped. */
export interface CaptchaDesk {
  ask: AskPerson
  current(): OpenQuestion | undefined
  subscribe(listener: () => void): () => void
}

export function createCaptchaDesk(): CaptchaDesk {
  const waiting: OpenQuestion[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const close = () => {
        waiting.splice(waiting.indexOf(open), 1)
        tell()
      }
      const open: OpenQuestion = {
        ...question,
        answer(captchaToken) {
          resolve(captchaToken)
          close()
        },
        leave(problem) {
          reject(
            problem ??
              new ServiceError('cancelled', {
                description: 'the captcha was closed without an answer',
              }),
          )
          close()
        },
      }
      waiting.push(open)
      tell()
      return promise
    },
    current: () => waiting[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
