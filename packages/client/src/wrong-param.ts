import { ServiceError } from '@awan/protocol/errors'

/** An option that makes no sense. Its value is not repeated: it may hold a secret. */
export function wrongParam(name: string, cause?: unknown): ServiceError {
  return new ServiceError('local', { description: `wrong options param: ${name}`, cause })
}

/** What the platform refuses to make of an option, told as the fault of that option. */
export function checked<T>(name: string, make: () => T): T {
  try {
    return make()
  } catch {
    throw wrongParam(name)
  }
}
