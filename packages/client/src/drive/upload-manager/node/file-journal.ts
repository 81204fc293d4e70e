import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalRecord, UploadJournal } from '../upload-journal.ts'

/**
 * A journal in a folder, a small file for each upload that was begun. Give each account a folder of its own.
 *
 * @example const journal = createFileJournal('/home/ana/.awan/uploads')
 */
export function createFileJournal(folder: string): UploadJournal {
  const fileOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`)

  async function read(file: string): Promise<JournalRecord | undefined> {
    try {
      return JSON.parse(await readFile(file, 'utf8'))
    } catch (error) {
      // Half a record is none: the upload begins again.
      if (error instanceof SyntaxError || isMissing(error)) return undefined
      throw error
    }
  }

  return {
    async get(key) {
      const record = await read(fileOf(key))
      return record?.key === key ? record : undefined
    },
    async put(record) {
      await mkdir(folder, { recursive: true })
      const file = fileOf(record.key)
      await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      const files = names.filter((name) => name.endsWith('.json'))
      const records = await Promise.all(files.map((name) => read(join(folder, name))))
      return records.filter((record) => record !== undefined)
    },
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
