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
  usage: 'FOLDER|FILE.tar [--into FOLDER] [--keep-sessions] [--drill [--place FOLDER]]',
  summary: 'Restores a backup into an empty server, or only tests whether it can be restored.',
  details: `The backup is restored to the places in the settings: AWAN_DATA_DIR, AWAN_DATABASE_URL, AWAN_BLOBS_URL.
All of them must be empty, and no server may use them. A backup of SQLite can be restored into PostgreSQL
and the reverse, one of a disk into S3 and the reverse. Everything is verified during the restore; if it is
killed, run the same command again to continue. Unfinished uploads are not restored.

The server goes back to the moment of the backup: passwords and second factors too. All users have to sign in
again; trusted devices, app passwords, open codes, waiting mails and waiting webhook deliveries are not restored.

  --into FOLDER    restores into SQLite and files in this folder instead
  --keep-sessions  keeps all of these, for a planned move: the old server was stopped before the backup
  --drill          restores into a temporary folder, checks every file, and removes the folder
  --place FOLDER   the folder in which a drill works; otherwise the system's folder for temporary files

Exit code 1: the backup was restored, but something in it is damaged.`,
  options: {
    into: { type: 'string' },
    'keep-sessions': { type: 'boolean' },
    drill: { type: 'boolean' },
    place: { type: 'string' },
  },

  async run(call) {
    const { args, options } = call
    const [typed, ...rest] = args
    if (typed === undefined || rest.length > 0)
      throw new UsageError('Name the folder or file of the backup.')
    if (options.drill && options.into !== undefined) {
      throw new UsageError('A drill uses its own folder: leave out --into.')
    }
    if (options.drill && options['keep-sessions']) {
      throw new UsageError('A drill keeps nothing: leave out --keep-sessions.')
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
    keepsSessions: options['keep-sessions'] === true,
  })
  terminal.endProgress()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  terminal.result(
    { ok: lost.length === 0, made_at, rows, contents, lost },
    `Restored as of ${made_at}: ${rows} rows, ${contents.count} contents (${formatBytes(contents.bytes)}).` +
      (lost.length > 0
        ? ` ${lost.length} contents were lost already before the backup; run awan check to see whose.`
        : ''),
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
