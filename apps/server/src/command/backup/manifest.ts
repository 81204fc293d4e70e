import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import { z } from 'zod'
import { writeDurably } from './durable-files.ts'

/** Written last, and in one piece: a folder without it is no backup, whatever else lies in it. */
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
      /** Of the file as it lies there. */
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

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Undefined where there is none. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  if (text === undefined) return undefined
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new ServiceError('failed_precondition', {
    description: `${join(folder, MANIFEST)} is damaged, or of a version of Awan that this one does not know`,
  })
}

export async function requireManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder)
  if (manifest) return manifest
  throw new ServiceError('failed_precondition', {
    description: `${folder} holds no complete backup: there is no ${MANIFEST} in it`,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
