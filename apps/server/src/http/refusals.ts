import type { FastifyRequest } from 'fastify'

/** By which name a request was refused: for the log line at its end, where an operator sees attacks. */
const names = new WeakMap<FastifyRequest, string>()

export function rememberRefusal(request: FastifyRequest, name: string): void {
  names.set(request, name)
}

export function refusalOf(request: FastifyRequest): string | undefined {
  return names.get(request)
}
