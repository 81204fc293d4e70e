import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import type { Config } from '../../config/config.ts'
import { createContext } from '../../context.ts'
import { countTable } from '../../db/all-tables.ts'
import type { CheckReport } from '../../drive/check/check-drives.ts'
import type { Problem } from '../../drive/check/problem.ts'
import type { Log } from '../../kernel/log.ts'
import { describeOwner } from '../describe-owner.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

export interface DrillReport {
  manifest: Manifest
  check: CheckReport
  problems: Problem[]
}

/** What people have. Of the rest, what was under way when the backup was made is not brought back. */
const COUNTED = ['users', 'drives', 'nodes', 'versions']

/**
 * Restores a backup into a folder of its own, starts a server on it that listens to nobody, checks every
 * file by its hash, counts what people have, and removes it all. Only a backup that was
 * restored once is known to be one.
 */
export async function drillBackup(
  backup: string,
  { config, place, log, onProgress }: { config: Config; place: string; log: Log } & RestoreOptions,
): Promise<DrillReport> {
  const dataDir = await mkdtemp(join(place, 'awan-drill-'))
  try {
    const target: Config = {
      ...config,
      dataDir,
      database: { kind: 'sqlite', path: join(dataDir, 'awan.sqlite') },
      blobs: { kind: 'disk', path: join(dataDir, 'blobs') },
    }
    const manifest = await restoreBackup(backup, target, onProgress ? { onProgress } : {})
    await using context = await createContext(target, { log })
    const { parts } = context
    await parts.db.readLong(async (reader) => {
      for (const { name, rows } of manifest.tables) {
        if (!COUNTED.includes(name)) continue
        const found = await countTable(reader, name)
        if (found === rows) continue
        throw new ServiceError('data_loss', {
          description: `the table ${name} has ${found} rows after the restore instead of ${rows}`,
        })
      }
    })
    const problems: Problem[] = []
    const check = await parts.drive.check((sub) => describeOwner(parts, sub), {
      readsContents: true,
      onProblem: (problem) => problems.push(problem),
    })
    return { manifest, check, problems }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
