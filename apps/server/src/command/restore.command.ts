import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describeProblem } from '../drive/check/problem.ts'
import { createLog } from '../kernel/log.ts'
import { drillBackup } from './backup/drill.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { type Command, type CommandCall, type ExitCode, exitCodes, UsageError } from './command.ts'
import { formatBytes } from './format-bytes.ts'

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FOLDER|FILE.tar [--into FOLDER] [--drill [--place FOLDER]]',
  summary: 'Brings a backup into an empty server, or tries whether it could.',
  details: `The backup goes where the settings say: AWAN_DATA_DIR, AWAN_DATABASE_URL, AWAN_BLOBS_URL. All of it must
be empty, and no server may run on it. A backup of SQLite can go into PostgreSQL and the other way round,
one of a disk into S3 and back. Everything is verified as it is restored; killed in the middle, the same
command goes on. Uploads that were not finished are not brought back.

  --into FOLDER    into SQLite and files in this folder, whatever the settings say
  --drill          restores into a folder of its own, checks every file of it, and removes it again
  --place FOLDER   where a drill has room for all of it; otherwise in the folder for temporary files

Exit code 1: the backup was restored, but something in it is damaged.`,
  options: {
    into: { type: 'string' },
    drill: { type: 'boolean' },
    place: { type: 'string' },
  },

  async run(call) {
    const { args, options } = call
    const [typed, ...rest] = args
    if (typed === undefined || rest.length > 0)
      throw new UsageError('Say from which folder or file.')
    if (options.drill && options.into !== undefined) {
      throw new UsageError('A drill goes into a folder of its own: leave --into out.')
    }
    return options.drill ? drill(call, resolve(typed)) : restore(call, resolve(typed))
  },
}

async function restore(call: CommandCall, folder: string): Promise<ExitCode> {
  const { config, options, terminal } = call
  const into = typeof options.into === 'string' ? resolve(options.into) : undefined
  const target =
    into === undefined
      ? config
      : ({
          dataDir: into,
          database: { kind: 'sqlite', path: join(into, 'awan.sqlite') },
          blobs: { kind: 'disk', path: join(into, 'blobs') },
        } as const)
  const { made_at, tables, contents, lost } = await restoreBackup(folder, target, {
    onProgress: progressOf(call),
  })
  terminal.endProgress()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  terminal.result(
    { ok: lost.length === 0, made_at, rows, contents, lost },
    `Restored as of ${made_at}: ${rows} rows, ${contents.count} contents (${formatBytes(contents.bytes)}).` +
      (lost.length > 0 ? ` ${lost.length} contents were lost before: awan check says whose.` : ''),
  )
  return lost.length === 0 ? exitCodes.ok : exitCodes.found
}

async function drill(call: CommandCall, folder: string): Promise<ExitCode> {
  const { config, options, terminal } = call
  const place = typeof options.place === 'string' ? resolve(options.place) : tmpdir()
  const { manifest, check, problems } = await drillBackup(folder, {
    config,
    place,
    log: createLog('error', { write: (line) => terminal.complain(line.trimEnd()) }),
    onProgress: progressOf(call),
  })
  terminal.endProgress()
  for (const problem of problems) terminal.print(describeProblem(problem))
  const isGood = check.problems === 0 && manifest.lost.length === 0
  terminal.result(
    { ok: isGood, made_at: manifest.made_at, ...check, list: problems },
    isGood
      ? `The backup of ${manifest.made_at} can be restored: ${check.nodes} files and folders, ${check.contents} contents, all whole.`
      : `The backup of ${manifest.made_at} can be restored, with ${check.problems} problems.`,
  )
  return isGood ? exitCodes.ok : exitCodes.found
}

function progressOf({ terminal }: CommandCall) {
  return (done: number, total: number) =>
    terminal.progress('Contents restored', done, total, formatBytes)
}
