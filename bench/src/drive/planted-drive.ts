import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDataDir } from '../server.ts'
import { makePeople, type Person } from './people.ts'

const PLANT = new URL('../../../apps/server/tests/services/plant-folders.ts', import.meta.url)

export const FILES_IN_FOLDER = 100_000
export const FOLDERS = 10

export interface PlantedDrive extends AsyncDisposable {
  dataDir: string
  person: Person
  /** Others, whose drives are empty. */
  others: Person[]
}

/** A data folder with a person whose drive holds a million files, in folders of 100,000, unless told. */
export async function plantDrive({
  folders = FOLDERS,
  files = FILES_IN_FOLDER,
  others: count = 0,
} = {}): Promise<PlantedDrive> {
  await using made = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  made.defer(() => rm(dataDir, { recursive: true, force: true }))
  const [person, ...others] = await makePeople(dataDir, 1 + count)
  if (!person) throw new Error('nobody signed up')
  const database = join(dataDir, 'awan.sqlite')
  const counts = [String(folders), String(files)]
  const args = [fileURLToPath(PLANT), database, person.sub, ...counts]
  await promisify(execFile)(process.execPath, args)
  const owned = made.move()
  return { dataDir, person, others, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
