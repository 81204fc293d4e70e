import { ServiceError } from '@awan/protocol/errors'

/** The ServiceError that a promise rejects with; anything else is thrown on. */
export async function caught(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('the promise was expected to reject')
}
