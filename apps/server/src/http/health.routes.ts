import { statfs } from 'node:fs/promises'
import { serverHealth } from '@awan/protocol/account'
import { type Part, probe } from './health.ts'
import { type Route, route } from './route.ts'

export interface KnownPart extends Part {
  name: 'database' | 'blobs' | 'mail'
  kind: string
}

/** The same that `/health/ready` looks at and what only administrators are told. */
export function healthRoutes({
  parts,
  version,
  startedAt,
  dataDir,
}: {
  parts: readonly KnownPart[]
  version: string
  startedAt: number
  dataDir: string
}): Route[] {
  return [
    route(serverHealth, { admin: true }, async ({ request }) => {
      const [disk, ...told] = await Promise.all([
        statfs(dataDir),
        ...parts.map(async (part) => {
          const beganMs = performance.now()
          const { problem } = await probe(part)
          if (problem !== undefined) request.log.warn({ part: part.name, err: problem }, 'not well')
          return {
            name: part.name,
            kind: part.kind,
            is_ok: problem === undefined,
            took_ms: Math.round(performance.now() - beganMs),
          }
        }),
      ])
      return {
        version,
        started_at: new Date(startedAt).toISOString(),
        parts: told,
        disk: {
          total_bytes: disk.blocks * disk.bsize,
          free_bytes: disk.bavail * disk.bsize,
        },
      }
    }),
  ]
}
