import { resolve } from 'node:path'
import type { BackupOptions, BackupParts, BackupReport } from './backup/copy-moment.ts'
import { makeBackup } from './backup/make-backup.ts'
import { makeTarFile, makeTarStream } from './backup/make-tar-backup.ts'
import { type Command, type CommandCall, exitCodes, UsageError } from './command.ts'
import { formatBytes } from './format-bytes.ts'
import type { Terminal } from './terminal.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: 'FOLDER [--verify] | FILE.tar | -',
  summary: 'Copies all accounts, files and keys into a folder or a file while the server runs.',
  details: `All rows are read in one snapshot, from SQLite or PostgreSQL. Each content is copied once: the next
backup into the same folder copies only new contents. A folder holds one backup, the latest complete one.
If a run is killed, the previous backup stays, and the next run continues.

A name that ends in .tar is one file with everything, written completely each time; it gets its name when
it is complete. - writes the same to standard output, and messages to standard error.

The backup contains the keys of the server and all password hashes. Only its owner can read it; keep it
that way wherever you store it.

  --verify         reads the contents that earlier runs copied, and copies damaged ones again

Exit code 1: some contents were already damaged or missing, and are not in the backup.`,
  options: { verify: { type: 'boolean' } },

  async run(call) {
    const [typed, ...rest] = call.args
    if (typed === undefined || rest.length > 0)
      throw new UsageError('Name the folder or file to write the backup to.')
    const terminal = typed === '-' ? call.terminal.aside() : call.terminal
    const { parts } = await call.open()
    const { manifest, copied } = await backUp(parts, typed, call, terminal)
    terminal.endProgress()
    const { contents, lost } = manifest
    await parts.upkeep.record('backup', {
      contents: contents.count,
      bytes: contents.bytes,
      lost: lost.length,
    })
    for (const id of lost) {
      terminal.complain(
        `The content ${id} is damaged or missing; run awan check to see whose it is.`,
      )
    }
    const place = typed === '-' ? 'Standard output' : resolve(typed)
    terminal.result(
      {
        ok: lost.length === 0,
        ...toldPlace(typed),
        made_at: manifest.made_at,
        contents,
        copied,
        lost,
      },
      `${place} holds all rows of ${manifest.made_at}, the keys of the server and ${contents.count} contents ` +
        `(${formatBytes(contents.bytes)}; ${copied.count} new, ${formatBytes(copied.bytes)}). ` +
        'Anyone who can read it can read everything: keep it as safe as the server.',
    )
    return lost.length === 0 ? exitCodes.ok : exitCodes.found
  },
}

async function backUp(
  parts: BackupParts,
  typed: string,
  { options, writeOut }: CommandCall,
  terminal: Terminal,
): Promise<BackupReport> {
  const onProgress: BackupOptions['onProgress'] = (step, done, total) =>
    step === 'contents'
      ? terminal.progress('Contents copied', done, total, formatBytes)
      : terminal.progress('Rows read', done, total)
  const verifies = options.verify === true
  if (!isTar(typed)) return makeBackup(parts, resolve(typed), { verifies, onProgress })
  if (verifies)
    throw new UsageError('A tar file is written completely each time: leave out --verify.')
  if (typed === '-') return makeTarStream(parts, writeOut, { onProgress })
  return makeTarFile(parts, resolve(typed), { onProgress })
}

function isTar(typed: string): boolean {
  return typed === '-' || typed.endsWith('.tar')
}

function toldPlace(typed: string): { folder?: string; file?: string } {
  if (typed === '-') return {}
  return isTar(typed) ? { file: resolve(typed) } : { folder: resolve(typed) }
}
