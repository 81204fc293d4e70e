import { ServiceError } from '@awan/protocol/errors'

/** A refusal whose condition WebDAV has a name for (RFC 4918, 16). */
export class DavRefusal extends ServiceError {
  readonly condition: string
  /** The paths that it is about. */
  readonly hrefs: readonly string[]

  constructor(
    condition: string,
    { status, description, hrefs = [] }: { status: number; description: string; hrefs?: string[] },
  ) {
    super(status === 403 ? 'permission_denied' : 'failed_precondition', { status, description })
    this.condition = condition
    this.hrefs = hrefs
  }
}

export function forbidden(description: string): ServiceError {
  return new ServiceError('permission_denied', { description })
}

export function noSuchFolder(): ServiceError {
  return new ServiceError('aborted', {
    description: 'the folder that this would be in does not exist: create it first',
  })
}

export function notAllowed(description: string): ServiceError {
  return new ServiceError('unimplemented', { description, status: 405 })
}

export function preconditionFailed(description: string): ServiceError {
  return new ServiceError('failed_precondition', { description })
}
