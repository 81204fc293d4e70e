import { resolve } from 'node:path'
import { makeBackup } from './backup/make-backup.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { formatBytes } from './format-bytes.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: 'FOLDER [--verify]',
  summary: 'Copies all accounts, files and keys into a folder, while the server runs.',
  details: `The rows are those of one moment, whichever database they come from; contents are copied once: the
next backup into the same folder brings only what is new. A folder holds one backup, the latest that was
completed. Killed in the middle, it keeps the one before, and the next run goes on.

The folder holds the keys of the server and everybody's password hashes. Only its owner can read it; keep
it so wherever you take it.

  --verify         reads again what earlier runs have copied, and copies anew what is damaged

Exit code 1: some contents were damaged or gone already, and are not in the backup.`,
  options: { verify: { type: 'boolean' } },

  async run({ args, options, terminal, open }) {
    const [typed, ...rest] = args
    if (typed === undefined || rest.length > 0) throw new UsageError('Say into which folder.')
    const folder = resolve(typed)
    const { parts } = await open()
    const { manifest, copied } = await makeBackup(parts, folder, {
      verifies: options.verify === true,
      onProgress: (step, done, total) =>
        step === 'contents'
          ? terminal.progress('Contents copied', done, total, formatBytes)
          : terminal.progress('Rows read', done, total),
    })
    terminal.endProgress()
    const { contents, lost } = manifest
    await parts.upkeep.record('backup', {
      contents: contents.count,
      bytes: contents.bytes,
      lost: lost.length,
    })
    for (const id of lost) {
      terminal.complain(`The content ${id} is damaged or gone: awan check says whose it is.`)
    }
    terminal.result(
      { ok: lost.length === 0, folder, made_at: manifest.made_at, contents, copied, lost },
      `${folder} holds all rows of ${manifest.made_at}, the keys of the server and ${contents.count} contents ` +
        `(${formatBytes(contents.bytes)}; ${copied.count} new, ${formatBytes(copied.bytes)}). ` +
        'Whoever can read it can read everything: keep it as safe as the server.',
    )
    return lost.length === 0 ? exitCodes.ok : exitCodes.found
  },
}
