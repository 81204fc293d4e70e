import type { FastifyRequest } from 'fastify'
import type { SignedIn } from './route.ts'

/** Who made a request, once its token was checked: for the log line at its end. */
const users = new WeakMap<FastifyRequest, Pick<SignedIn, 'sub'>>()

export function rememberUser(request: FastifyRequest, user: Pick<SignedIn, 'sub'>): void {
  users.set(request, user)
}

export function signedInUser(request: FastifyRequest): Pick<SignedIn, 'sub'> | undefined {
  return users.get(request)
}
