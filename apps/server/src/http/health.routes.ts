import { statfs } from 'node:fs/promises'
import type { AnswerOf } from '@awan/protocol'
import { serverHealth } from '@awan/protocol/account'
import { type Part, probe } from './health.ts'
import { type Route, route } from './route.ts'

export interface KnownPart extends Part {
  name: 'database' | 'blobs' | 'mail'
  kind: string
}

/** When commands ran last, and what they found. */
type UpkeepTold = {
  [Name in keyof AnswerOf<typeof serverHealth>['upkeep']]: Omit<
    NonNullable<AnswerOf<typeof serverHealth>['upkeep'][Name]>,
    'ran_at'
  > & { ranAt: number }
}

/** The checks of `/health/ready`, and details for administrators only. */
export function healthRoutes({
  parts,
  upkeep,
  version,
  startedAt,
  dataDir,
}: {
  parts: readonly KnownPart[]
  upkeep: () => Promise<UpkeepTold>
  version: string
  startedAt: number
  dataDir: string
}): Route[] {
  return [
    route(serverHealth, { admin: true }, async ({ request }) => {
      const [disk, { backup, check }, ...told] = await Promise.all([
        statfs(dataDir),
        upkeep(),
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
        // Some file systems tell no size.
        ...(disk.blocks > 0 && {
          disk: {
            total_bytes: disk.blocks * disk.bsize,
            free_bytes: disk.bavail * disk.bsize,
          },
        }),
        upkeep: {
          ...(backup && { backup: toRun(backup) }),
          ...(check && { check: toRun(check) }),
        },
      }
    }),
  ]
}

function toRun<Found extends { ranAt: number }>({ ranAt, ...found }: Found) {
  return { ...found, ran_at: new Date(ranAt).toISOString() }
}
