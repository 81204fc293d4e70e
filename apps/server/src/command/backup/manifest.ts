import { text } from 'node:stream/consumers'
import { ServiceError } from '@awan/protocol/errors'
import { z } from 'zod'
import type { BackupFiles } from './backup-files.ts'

/** Written last and atomically: a place without it is not a complete backup. */
export const MANIFEST = 'awan-backup.json'

const schema = z.object({
  format: z.literal(1),
  /** When the rows were read: the backup shows this moment. */
  made_at: z.iso.datetime(),
  /** Which version of Awan wrote it. */
  awan: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The migrations that had been applied. */
  migrations: z.array(z.string()),
  /** The folder of the rows, within the backup. */
  rows: z.string().regex(/^rows-[0-9a-z]+$/),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9_]+$/),
      rows: z.int().min(0),
      bytes: z.int().min(0),
      /** Of the stored file. */
      sha256: z.string(),
    }),
  ),
  /** How many keys of the server are in it. */
  keys: z.object({ count: z.int().min(0), bytes: z.int().min(0), sha256: z.string() }),
  contents: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
  /** Contents that were damaged or gone already when the backup was made. */
  lost: z.array(z.string()),
})

export type Manifest = z.infer<typeof schema>

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export async function requireManifest(files: BackupFiles): Promise<Manifest> {
  const place = files.describe(MANIFEST)
  if (!(await files.has(MANIFEST))) {
    throw new ServiceError('failed_precondition', {
      description: `this place holds no complete backup: ${place} is missing`,
    })
  }
  const parsed = schema.safeParse(parseJson(await text(files.read(MANIFEST))))
  if (parsed.success) return parsed.data
  throw new ServiceError('failed_precondition', {
    description: `${place} is damaged, or was written by a version of Awan that this one cannot read`,
  })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
