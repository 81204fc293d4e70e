import { ServiceError } from '@awan/protocol/errors'
import { wrongParam } from '../wrong-param.ts'

/**
 * Makes every function of the flows answer with a promise that rejects with a ServiceError only. What
 * nonsense from the caller makes the language throw (a field of undefined, a body that JSON cannot
 * write, a getter of the caller's own) becomes a `local` error that names the function, and never
 * what it was given: that may be a password.
 */
export function guardFlows<Flows extends object>(flows: Flows, path = ''): Flows {
  const guarded = Object.entries(flows).map(([name, flow]) => [
    name,
    typeof flow === 'function' ? guard(flow, path + name) : guardFlows(flow, `${path}${name}.`),
  ])
  return Object.fromEntries(guarded)
}

function guard(flow: (...args: unknown[]) => unknown, name: string) {
  return async (...args: unknown[]) => {
    try {
      return await flow(...args)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      throw wrongParam(name, error)
    }
  }
}
